import { type ConversationPlan, isSilence } from './generator.ts';
import { isOod, type Scenario, scenarios } from './scenarios.ts';

/** The progress of a conversation at a time after its start. */
export function progressOf(plan: ConversationPlan, afterMs: number) {
  const { inputs, latencies, agentMs, totalMs } = plan;
  const { exchanges, handoff } = scenarios()[plan.scenario] as Scenario;
  const answers = latencies.map((latencyMs, position) => (inputs[position] ?? 0) + latencyMs);
  const isOver = totalMs <= afterMs;
  const turns = isOver ? exchanges.length : answers.filter((answerMs) => answerMs <= afterMs).length;
  const answered = exchanges.slice(0, turns);
  const isHandedOff = handoff !== null && turns === exchanges.length;
  return {
    /** The number of turns that have been answered. */
    turns,
    silences: answered.filter(isSilence).length,
    ood: answered.filter(isOod).length,
    isHandedOff,
    hasAgentLeft: isHandedOff && agentMs <= afterMs,
    isOver,
    /** Milliseconds from the start to the next change; undefined when it is over. */
    nextMs: isOver ? undefined : [...answers, agentMs, totalMs].find((changeMs) => changeMs > afterMs),
  };
}
