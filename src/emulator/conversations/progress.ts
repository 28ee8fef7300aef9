import { type ConversationPlan, isSilence } from './generator.ts';
import { isOod, type Scenario, scenarios } from './scenarios.ts';

/** How far a conversation is. */
export interface Progress {
  /** The number of turns that have been answered. */
  readonly turns: number;
  readonly silences: number;
  readonly ood: number;
  readonly isHandedOff: boolean;
  readonly hasAgentLeft: boolean;
  readonly isOver: boolean;
  /** Milliseconds from the start to the next change; undefined when it is over. */
  readonly nextMs: number | undefined;
}

/** The progress of a conversation at a time after its start. */
export function progressOf(plan: ConversationPlan, afterMs: number): Progress {
  const { inputs, latencies, agentMs, totalMs } = plan;
  const { exchanges, handoff } = scenarios()[plan.scenario] as Scenario;
  const answers = latencies.map((latencyMs, position) => (inputs[position] ?? 0) + latencyMs);
  const isOver = totalMs <= afterMs;
  const turns = isOver ? exchanges.length : answers.filter((it) => it <= afterMs).length;
  const answered = exchanges.slice(0, turns);
  const isHandedOff = handoff !== null && turns === exchanges.length;
  return {
    turns,
    silences: answered.filter(isSilence).length,
    ood: answered.filter(isOod).length,
    isHandedOff,
    hasAgentLeft: isHandedOff && agentMs <= afterMs,
    isOver,
    nextMs: isOver ? undefined : [...answers, agentMs, totalMs].find((it) => it > afterMs),
  };
}
