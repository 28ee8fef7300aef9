import type { CallFate } from '../polled-socket.ts';
import { perform } from './actions.ts';
import type { Conversation } from './arbitraries.ts';
import { type Comparison, compareWithJournals } from './compare.ts';
import { isUnavailable } from './page.ts';
import { createSimulation, type Simulation } from './simulation.ts';

/** Result of a conversation after its disruptions have stopped and all deadlines have passed. */
export interface Outcome extends Comparison {
  /** Names of what happened in it. */
  readonly coverage: ReadonlySet<string>;
}

/** Longer than the longest series of waits. */
const SETTLE_MS = 400_000;
const RETRY_MS = 50_000;
const LAST_WORD_MS = 40_000;
const LEFT_MS = 70_000;

/** Performs what the client leaves to the visitor: asking for the agent again, retrying messages, taking a connection over (M-12.9). */
function actAsVisitor(simulation: Simulation, retriesFailed: boolean): string[] {
  const violations: string[] = [];
  for (const { chat, reconnect, retry, isClosed, isPatient } of simulation.pages) {
    if (isClosed()) continue;
    const isFailed = chat.connection.value === 'failed';
    if (isFailed && !isPatient()) violations.push('M-12.20: it stays failed without the visitor');
    if (retriesFailed) retry();
    if (isFailed || isUnavailable(chat)) reconnect();
  }
  return violations;
}

/** @param polls the frames travel by polls */
export async function runConversation(
  { settings, pages, actions, plan, retriesFailed, seed }: Conversation,
  polls?: () => CallFate,
): Promise<Outcome> {
  const simulation = createSimulation(plan, settings, seed, polls);
  for (let i = 0; i < pages; i++) simulation.openPage();
  await simulation.advance(500);
  for (const action of actions) await perform(simulation, action);

  simulation.stopDisruptions();
  await simulation.advance(SETTLE_MS);
  const stuck: string[] = [];
  for (let i = 0; i < 2; i++) {
    stuck.push(...actAsVisitor(simulation, retriesFailed));
    await simulation.advance(RETRY_MS);
  }
  // A gap at the end of the journal becomes visible only with a later event.
  for (const session of simulation.platform.sessions.values()) simulation.agent.sendFinalMessage(session);
  await simulation.advance(LAST_WORD_MS);
  const { actual, expected, violations } = compareWithJournals(simulation);

  for (const page of simulation.pages) if (!page.isClosed()) page.close();
  await simulation.advance(LEFT_MS);
  return {
    actual,
    expected,
    violations: [...simulation.violations, ...stuck, ...violations],
    coverage: simulation.coverage,
  };
}
