import { agentConversations, attributes, audioCache, behavior } from '../../../platform/index.ts';
import type { Check, Evidence } from '../evidence/evidence.ts';
import { isWire, type Wire } from '../evidence/frames.ts';
import { byAnswers, notTried, shown } from '../evidence/verdict.ts';
import { byStatuses, rowsOf, shape, shapeIssue, statuses } from './rest-answers.ts';

const timesOf = (rows: readonly Wire[]) =>
  rows.map((row) => Date.parse(String(row['startedAt'] ?? row['createdAt'])));

function agentListIssue(body: Wire, { calls }: Evidence): string | undefined {
  const rows = rowsOf(body, 'conversations');
  if (body['limit'] !== 2 || body['offset'] !== 0)
    return `limit ${shown(body['limit'])} and offset ${shown(body['offset'])} for limit=2&offset=0`;
  if (rows.length > 2) return `${rows.length} conversations for limit=2`;
  const times = timesOf(rows);
  if (times.some((at, index) => index > 0 && at > (times[index - 1] as number)))
    return 'an older conversation first';
  const next = calls['agent-conversations-next'];
  const [second] = next?.kind === 'answered' ? rowsOf(next.body, 'conversations') : [];
  return rows[1] && second && rows[1]['conversationId'] !== second['conversationId']
    ? 'another conversation at offset 1 than the second one'
    : undefined;
}

/** Agents of the base host: behaviour, Data API, attributes. */
export const REST_AGENT_CHECKS: readonly Check[] = [
  shape(
    'R-5.1',
    'GET …/branches/{branch}/behavior answers {behavior: text}',
    'base',
    'behavior',
    behavior.get.answer,
  ),
  statuses('R-5.6', 'PATCH of the behaviour of main gets 422', 'writes', [
    'write-main',
    422,
    'PATCH of main',
  ]),
  shape(
    'R-11.1',
    'GET /v1/agents/{agent}/conversations answers {conversations, count, limit, offset}, newest first',
    'base',
    'agent-conversations',
    agentConversations.list.answer,
    agentListIssue,
  ),
  {
    rule: 'R-11.2',
    expects: 'GET …/conversations/{id} answers the conversation with its turns',
    judge: (evidence) =>
      evidence.calls['agent-conversations'] && !evidence.calls['agent-conversation']
        ? notTried('the agent has no conversation')
        : byAnswers(evidence, 'base', ['agent-conversation'], (answer) => {
            const issue = shapeIssue(answer, agentConversations.get.answer);
            return (
              issue ?? (isWire(answer.body) && Array.isArray(answer.body['turns']) ? undefined : 'no turns')
            );
          }),
  },
  {
    rule: 'R-13.2',
    expects: 'a chat has no recording: 404',
    judge: (evidence) =>
      evidence.calls['agent-conversations'] && !evidence.calls['agent-chat-audio']
        ? notTried('no chat is among the newest two conversations')
        : byStatuses(evidence, 'base', [['agent-chat-audio', 404, 'the recording of a chat']]),
  },
  statuses('R-15.6', 'the status of an unknown call of the agents host gets 404', 'base', [
    'agent-call-unknown',
    404,
    'an unknown call',
  ]),
  shape(
    'R-16.1',
    'GET …/audio-cache answers {entries, totalCount}',
    'base',
    'audio-cache',
    audioCache.list.answer,
    (body) => {
      const entries = rowsOf(body, 'entries').length;
      return entries > 2 ? `${entries} entries for limit=2` : undefined;
    },
  ),
  shape(
    'R-17.1',
    'GET …/branches/{branch}/attributes answers {attributes: [{id, name}]}',
    'base',
    'attributes',
    attributes.list.answer,
  ),
  {
    rule: 'R-17.2',
    expects: 'an attribute without a name is refused with 400 or 422, and PATCH answers {id, name}',
    judge: (evidence) => {
      const refused = byStatuses(evidence, 'writes', [
        ['write-attribute-empty', [400, 422], 'an empty name'],
      ]);
      return refused.outcome === 'kept'
        ? byAnswers(evidence, 'writes', ['write-attribute-change'], (answer) =>
            shapeIssue(answer, attributes.rename.answer),
          )
        : refused;
    },
  },
];
