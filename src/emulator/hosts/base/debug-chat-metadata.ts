import { functionEvents } from '../../model/function-calls.ts';
import type { Project } from '../../model/project.ts';
import type { Store } from '../../store/store.ts';
import { handoffReason, responseMetricsOf } from '../rest/conversation-fields.ts';

/** The node that a chat enters with an event. It stays there until the next such event. */
const NODES = {
  agentJoined: 'greeting',
  userMessage: 'conversation',
  agentTriggeredHandoff: 'handoff',
  liveAgentJoined: 'live_agent',
  sessionEnd: 'end',
} as const;

/** The nodes of a chat without repetitions. Messages to a live agent do not leave its node. */
function nodeTraceOf(kinds: readonly string[]): readonly string[] {
  const trace: string[] = [];
  for (const kind of kinds) {
    const node = NODES[kind as keyof typeof NODES];
    const isUnchanged = node === trace.at(-1) || (node === 'conversation' && trace.at(-1) === 'live_agent');
    if (node !== undefined && !isUnchanged) trace.push(node);
  }
  return trace;
}

/** The `metadata` of a debug chat: the state of the agent after a turn and the path to it. */
export function chatMetadata(
  { conversations, handoffStates, journal, projectSettings, traffic }: Store,
  project: Project,
  id: string,
) {
  const row = conversations.get(project, id);
  const handoffState = handoffStates.byId(project, id);
  const nodeTrace = nodeTraceOf(journal.events(id, 0).map(({ kind }) => kind));
  const { responseMetrics } = projectSettings.of(project);
  const turns = (row && conversations.turnsOf([row]).get(row.seq)) ?? [];
  const events = functionEvents(turns, traffic.functionErrorsOf(id));
  return {
    state: { ...(row && { language: row.language }), ...handoffState?.data },
    currentNode: nodeTrace.at(-1) ?? '',
    nodeTrace,
    metrics: row ? responseMetricsOf(row, handoffReason(row, handoffState), responseMetrics) : {},
    functionEvents: events.filter(({ turnId }) => turnId === turns.length - 1),
    ...(row?.handoff_destination && { handoffDestination: row.handoff_destination }),
  };
}
