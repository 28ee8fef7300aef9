import { decode } from '../../../protocol/codec.ts';
import type { Stem } from '../../../protocol/dialect.ts';
import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { allEvents, openSockets, type WireEvent } from '../evidence/frames.ts';
import { broken, kept, notTried, shown } from '../evidence/verdict.ts';

const eventsOf = (evidence: Evidence, stems: readonly Stem[]): readonly WireEvent[] =>
  openSockets(evidence)
    .flatMap(allEvents)
    .filter(({ stem }) => stem !== undefined && stems.includes(stem));

/** First part of an event that the client's reader cannot use. */
function lossOf({ type, payload, wire }: WireEvent): string | undefined {
  const [loss] = decode(JSON.stringify(wire)).dropped;
  return loss && `${type} with ${shown(payload)}: ${loss.reason.replace(/^[A-Z_]+: /, '')}`;
}

/** The reader takes any other state for started. */
function stateIssue({ stem, type, payload: { state } }: WireEvent): string | undefined {
  const isKnown = state == null || /^TYPING_STATE_(?:STARTED|STOPPED)$/.test(String(state));
  return stem !== 'LIVE_AGENT_TYPING' || isKnown ? undefined : `${type} with state ${shown(state)}`;
}

function shape(evidence: Evidence, stems: readonly Stem[]): Verdict {
  const events = eventsOf(evidence, stems);
  if (events.length === 0)
    return notTried(
      evidence.leftOut.conversation ?? 'no such event came; say with --say what makes your agent send one',
    );
  for (const event of events) {
    const loss = lossOf(event) ?? stateIssue(event);
    if (loss !== undefined) return broken(loss);
  }
  return kept;
}

const SHAPES: readonly (readonly [rule: string, fields: string, ...stems: Stem[]])[] = [
  ['M-6.2', 'AGENT_JOINED has agent_name and agent_avatar_url or avatar_url as texts', 'AGENT_JOINED'],
  ['M-6.3', 'AGENT_LEFT has its reason as text', 'AGENT_LEFT'],
  ['M-6.5', 'AGENT_MESSAGE has text, and its other fields with the published types', 'AGENT_MESSAGE'],
  [
    'M-6.6',
    'AGENT_MESSAGE_CHUNK has text, and its other fields with the published types',
    'AGENT_MESSAGE_CHUNK',
  ],
  ['M-6.8', 'HANDOFF_ACCEPTED has its queue_name as text', 'HANDOFF_ACCEPTED'],
  [
    'M-6.9',
    'HANDOFF_QUEUE_STATUS has position (1 to 9,999) and estimated_wait_seconds (up to a day) as numbers',
    'HANDOFF_QUEUE_STATUS',
  ],
  ['M-6.10', 'CLIENT_HANDOFF_REQUIRED has reason, queue_name and route as texts', 'CLIENT_HANDOFF_REQUIRED'],
  [
    'M-6.11',
    'HANDOFF_FAILED and HANDOFF_TIMEOUT have their reason as text',
    'HANDOFF_FAILED',
    'HANDOFF_TIMEOUT',
  ],
  [
    'M-6.12',
    'LIVE_AGENT_JOINED has the live agent, as agent: {id, name, avatar_url} or as flat fields',
    'LIVE_AGENT_JOINED',
  ],
  ['M-6.13', 'LIVE_AGENT_TYPING has state TYPING_STATE_STARTED or TYPING_STATE_STOPPED', 'LIVE_AGENT_TYPING'],
  [
    'M-6.14',
    'LIVE_AGENT_MESSAGE has text, and its other fields with the published types',
    'LIVE_AGENT_MESSAGE',
  ],
  ['M-6.15', 'LIVE_AGENT_LEFT has the live agent and the reason as texts', 'LIVE_AGENT_LEFT'],
  ['M-6.16', 'LANGUAGE_CHANGED has language_code, a BCP 47 tag', 'LANGUAGE_CHANGED'],
  ['M-6.17', 'SYSTEM_MESSAGE has message as text', 'SYSTEM_MESSAGE'],
];

/** Shapes of the platform's events, by the reader of the client. */
export const EVENT_CHECKS: readonly Check[] = [
  ...SHAPES.map(
    ([rule, expects, ...stems]): Check => ({ rule, expects, judge: (evidence) => shape(evidence, stems) }),
  ),
  {
    rule: 'M-14.6',
    expects: 'SESSION_END has the reason REASON_USER_END, REASON_USER_ABANDONED or REASON_NATURAL_END',
    judge(evidence) {
      const ends = eventsOf(evidence, ['SESSION_END']);
      if (ends.length === 0) return notTried(evidence.leftOut.end ?? 'no SESSION_END came (M-11.8)');
      const wrong = ends.find(
        ({ payload }) =>
          !/^(?:REASON_(?:USER_END|USER_ABANDONED|NATURAL_END)|user_ended|agent_ended)$/.test(
            String(payload['reason']),
          ),
      );
      return wrong ? broken(`reason ${shown(wrong.payload['reason'])}`) : kept;
    },
  },
];
