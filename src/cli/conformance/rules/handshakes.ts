import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { allEvents } from '../evidence/frames.ts';
import { broken, byRefusal, handshakeText, kept, left, notTried } from '../evidence/verdict.ts';
import { crowdName, MAX_SOCKETS } from '../recording/messaging.ts';

const refusal = (rule: string, expects: string, name: string, status: number): Check => ({
  rule,
  expects,
  judge: (evidence) => byRefusal(evidence, name, status),
});

function tenSockets(evidence: Evidence): Verdict {
  for (let nth = 1; nth <= MAX_SOCKETS; nth += 1) {
    const socket = evidence.sockets[crowdName(nth)];
    if (!socket) return left(evidence, 'sessions');
    if (socket.kind === 'skipped') return notTried(socket.why);
    if (socket.kind !== 'opened') return broken(`at socket ${nth}: ${handshakeText(socket)}`);
  }
  return kept;
}

function endedSession(evidence: Evidence): Verdict {
  const unknown = byRefusal(evidence, 'unknown-session', 404);
  if (unknown.outcome !== 'kept')
    return unknown.outcome === 'broken' ? broken(`for an unknown session: ${unknown.came}`) : unknown;
  const { main } = evidence.sockets;
  // A session that did not end (M-11.8) may still be opened.
  const hasEnded =
    main?.kind === 'opened' && allEvents(main.happenings).some(({ stem }) => stem === 'SESSION_END');
  if (!hasEnded) return kept;
  const ended = byRefusal(evidence, 'after-end', 404, 'end');
  return ended.outcome === 'broken' ? broken(`for an ended session: ${ended.came}`) : ended;
}

/** Handshakes. */
export const HANDSHAKE_CHECKS: readonly Check[] = [
  refusal(
    'M-2.3',
    'a session opens only with the access token that created it: another visitor gets 401',
    'foreign-token',
    401,
  ),
  {
    rule: 'M-3.1',
    expects: 'the address /ws?session_id=…&access_token=… opens a WebSocket',
    judge(evidence) {
      const { main } = evidence.sockets;
      if (!main) return left(evidence, 'sessions');
      if (main.kind === 'skipped') return notTried(main.why);
      return main.kind === 'opened' ? kept : broken(handshakeText(main));
    },
  },
  refusal('M-3.4', 'a handshake without a session id is refused with status 400', 'without-session', 400),
  refusal('M-3.5', 'a handshake with an unknown access token is refused with status 401', 'bad-token', 401),
  {
    rule: 'M-3.6',
    expects: 'a handshake for an unknown or an ended session is refused with status 404',
    judge: endedSession,
  },
  {
    rule: 'M-3.7',
    expects: 'the eleventh socket of a session is refused with status 429',
    judge: (evidence) =>
      tenSockets(evidence).outcome === 'broken'
        ? notTried('less than ten sockets were open (M-3.10)')
        : byRefusal(evidence, crowdName(MAX_SOCKETS + 1), 429),
  },
  { rule: 'M-3.10', expects: 'a session may have ten sockets at a time', judge: tenSockets },
];
