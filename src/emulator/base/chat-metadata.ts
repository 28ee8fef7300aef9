import { handoffReason, metricsOf } from '../conversations/body.ts';
import { functionEvents } from '../conversations/function-calls.ts';
import type { Project } from '../keys.ts';
import type { Store } from '../store/index.ts';

export type ChatStore = Pick<
  Store,
  'conversations' | 'handoffStates' | 'journal' | 'projectSettings' | 'traffic'
>;

/** Where an event brings a chat; it stays there until the next of them. */
const NODES = {
  agentJoined: 'greeting',
  userMessage: 'conversation',
  agentTriggeredHandoff: 'handoff',
  liveAgentJoined: 'live_agent',
  sessionEnd: 'end',
} as const;

/** Each node that was passed, once in a row. What a visitor says to a person leads nowhere. */
function traceOf(kinds: readonly string[]): readonly string[] {
  const trace: string[] = [];
  for (const kind of kinds) {
    const node = NODES[kind as keyof typeof NODES];
    const isStill = node === trace.at(-1) || (node === 'conversation' && trace.at(-1) === 'live_agent');
    if (node !== undefined && !isStill) trace.push(node);
  }
  return trace;
}

/** The state that an agent is in after a turn, and how it came there (published description of the Data API). */
export function chatMetadata(
  { conversations, handoffStates, journal, projectSettings, traffic }: ChatStore,
  project: Project,
  id: string,
) {
  const row = conversations.get(project, id);
  const left = handoffStates.byId(project, id);
  const nodeTrace = traceOf(journal.events(id, 0).map(({ kind }) => kind));
  const { responseMetrics } = projectSettings.of(project);
  const turns = (row && conversations.turnsOf([row]).get(row.seq)) ?? [];
  const ran = functionEvents(turns, traffic.functionErrorsOf(id));
  return {
    state: { ...(row && { language: row.language }), ...left?.data },
    currentNode: nodeTrace.at(-1) ?? '',
    nodeTrace,
    metrics: row ? metricsOf(row, handoffReason(row, left), responseMetrics) : {},
    functionEvents: ran.filter(({ turnId }) => turnId === turns.length - 1),
    ...(row?.handoff_destination && { handoffDestination: row.handoff_destination }),
  };
}
