import { DIALECTS } from '../../../protocol/dialect.ts';
import { CONFIRM_MS, HEARTBEAT_ANSWER_MS, JOIN_MS } from '../../../protocol/limits.ts';
import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { eventsIn, received, stepOf, type WireEvent } from '../evidence/frames.ts';
import { broken, bySocket, kept, left, notTried, shown } from '../evidence/verdict.ts';
import { joinStep, NOBODY, SAY } from '../recording/conversation.ts';
import { inStep, isRefusal, noEcho, of, systemTexts } from './steps.ts';

/** The client's id of an echo (M-9.2). */
const idsOf = ({ custom }: WireEvent) => [custom['client_event_id'], custom['local_id']];

function messageIssue(events: readonly WireEvent[], sent: readonly WireEvent[]): string | undefined {
  const [message] = of(sent, 'USER_MESSAGE');
  const [echo] = of(events, 'USER_MESSAGE');
  if (!echo) return noEcho('USER_MESSAGE', CONFIRM_MS, events);
  if (echo.payload['text'] !== message?.payload['text'])
    return `an echo with another text: ${shown(echo.payload['text'])}`;
  const id = echo.payload['message_id'];
  return typeof id === 'string' && id !== '' ? undefined : `an echo with payload.message_id ${shown(id)}`;
}

function joinIssue(events: readonly WireEvent[]): string | undefined {
  const order = events.map(({ stem }) => stem);
  const [echo, joined] = [order.indexOf('REQUEST_AGENT_JOIN'), order.indexOf('AGENT_JOINED')];
  if (echo < 0) return noEcho('the join request', JOIN_MS, events);
  return joined < echo ? 'AGENT_JOINED before the echo of the request' : undefined;
}

/** The two refused types, which the protocol keeps apart from each other. */
const refused = (
  evidence: Evidence,
  judge: (events: readonly WireEvent[]) => string | undefined | Verdict,
): Verdict => {
  for (const step of ['unknown-type', 'platform-type']) {
    const verdict = inStep(evidence, step, judge);
    if (verdict.outcome !== 'kept') return verdict;
  }
  return kept;
};

function echoes(evidence: Evidence): Verdict {
  const { dialect } = evidence;
  const heartbeat = inStep(evidence, 'heartbeat', (events) =>
    of(events, 'HEARTBEAT').length > 0 ? undefined : noEcho('HEARTBEAT', HEARTBEAT_ANSWER_MS, events),
  );
  if (heartbeat.outcome !== 'kept') return heartbeat;
  const message = inStep(evidence, `${SAY}1`, messageIssue);
  if (message.outcome !== 'kept') return message;
  const typing = inStep(evidence, 'typing', (events) =>
    of(events, 'USER_TYPING').length > 0 ? 'an echo of USER_TYPING' : undefined,
  );
  return typing.outcome === 'kept' && dialect ? inStep(evidence, joinStep(dialect), joinIssue) : typing;
}

function otherDialectRefused(evidence: Evidence): Verdict {
  const other = DIALECTS.find((dialect) => dialect !== evidence.dialect);
  if (!evidence.dialect || !other) return left(evidence, 'conversation');
  return inStep(evidence, joinStep(other), (events) => {
    if (of(events, 'REQUEST_AGENT_JOIN').length > 0) return 'an echo of the request';
    return events.some(isRefusal) ? undefined : `no system message that refuses it${shownTexts(events)}`;
  });
}
const shownTexts = (events: readonly WireEvent[]) => {
  const [text] = systemTexts(events);
  return text === undefined ? '' : `, but ${shown(text)}`;
};

function joins(evidence: Evidence): Verdict {
  const { dialect } = evidence;
  if (!dialect)
    return evidence.leftOut.conversation === NOBODY
      ? broken('no AGENT_JOINED in 15 s after a join request, in either spelling')
      : left(evidence, 'conversation');
  const joined = inStep(evidence, joinStep(dialect), (events) => {
    const isGreeted = events.some(({ stem }) => stem === 'AGENT_MESSAGE' || stem === 'AGENT_MESSAGE_CHUNK');
    return joinIssue(events) ?? (isGreeted ? undefined : 'no greeting in 15 s');
  });
  if (joined.outcome !== 'kept') return joined;
  return inStep(evidence, 'second-join', (events) =>
    of(events, 'AGENT_JOINED').length > 0 ? 'a second AGENT_JOINED after a second request' : undefined,
  );
}

/** A conversation of one visitor with the agent. */
export const CONVERSATION_CHECKS: readonly Check[] = [
  {
    rule: 'M-1.6',
    expects: 'a join request in the other spelling is refused by a system message (M-10.1), without an echo',
    judge: otherDialectRefused,
  },
  {
    rule: 'M-3.9',
    expects: 'a client’s frame of 131,072 bytes is read, or of max_message_size_bytes if that is less',
    judge: (evidence) =>
      inStep(evidence, 'large-frame', (events) =>
        of(events, 'HEARTBEAT').length > 0
          ? undefined
          : noEcho('a heartbeat of that size', HEARTBEAT_ANSWER_MS, events),
      ),
  },
  {
    rule: 'M-4.10',
    expects: 'join requests, messages (with message_id) and heartbeats are echoed; typing is not',
    judge: echoes,
  },
  {
    rule: 'M-5.3',
    expects: 'typing (TYPING_STATE_STARTED, TYPING_STATE_STOPPED) is accepted without an error',
    judge: (evidence) =>
      inStep(evidence, 'typing', (events) =>
        systemTexts(events).length > 0 ? `the system message ${shown(systemTexts(events)[0])}` : undefined,
      ),
  },
  {
    rule: 'M-5.6',
    expects:
      'an unknown type, and one that only the platform may send, are answered by a system message and not echoed',
    judge: (evidence) =>
      refused(evidence, (events) => {
        if (of(events, 'AGENT_MESSAGE').length > 0) return 'a visitor could speak as the agent';
        return systemTexts(events).length > 0 ? undefined : 'no system message';
      }),
  },
  {
    rule: 'M-7.1',
    expects: 'the agent joins when it is asked (echo, AGENT_JOINED, greeting), and once a session',
    judge: joins,
  },
  {
    rule: 'M-9.1',
    expects: 'a message that is sent again with its client_event_id is echoed again with it',
    judge: (evidence) =>
      inStep(evidence, 'repeat', (events, sent) => {
        const [echo] = of(events, 'USER_MESSAGE');
        if (!echo) return noEcho('USER_MESSAGE', CONFIRM_MS, events);
        return idsOf(echo).includes(sent[0]?.custom['client_event_id'])
          ? undefined
          : 'an echo without the id';
      }),
  },
  {
    rule: 'M-9.2',
    expects: 'the echo of a message has the id of its metadata.custom, as client_event_id or as local_id',
    judge: (evidence) =>
      inStep(evidence, `${SAY}1`, (events, sent) => {
        const [echo] = of(events, 'USER_MESSAGE');
        if (!echo) return notTried('no echo of a message came (M-4.10)');
        return idsOf(echo).includes(sent[0]?.custom['client_event_id'])
          ? undefined
          : `metadata.custom ${shown(echo.custom)}`;
      }),
  },
  {
    rule: 'M-10.1',
    expects:
      'the system message that refuses a type begins with “Unknown event type” or “Event type not allowed”',
    judge: (evidence) =>
      refused(evidence, (events) => {
        const [text] = systemTexts(events);
        if (text === undefined) return notTried('no system message came (M-5.6)');
        return events.some(isRefusal) ? undefined : `the system message ${shown(text)}`;
      }),
  },
  {
    rule: 'M-11.8',
    expects: 'the end event is echoed, SESSION_END follows, and the socket closes with code 1000',
    judge: (evidence) =>
      bySocket(evidence, 'main', 'end', ({ happenings }) => {
        const step = stepOf(happenings, 'end');
        if (!step) return left(evidence, 'end');
        const order = received(step)
          .flatMap(eventsIn)
          .map(({ stem }) => stem);
        if (!order.includes('USER_END_SESSION')) return 'no echo of USER_END_SESSION';
        if (order.indexOf('SESSION_END') < order.indexOf('USER_END_SESSION'))
          return 'no SESSION_END after the echo';
        const closed = step.find(({ kind }) => kind === 'closed');
        if (closed?.kind !== 'closed') return 'the socket stayed open for 5 s';
        return closed.code === 1000 ? undefined : `close code ${closed.code}`;
      }),
  },
];
