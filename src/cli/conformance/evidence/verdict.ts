import type { Answer, Evidence, Part, SocketRecord, Verdict } from './evidence.ts';

export const kept: Verdict = { outcome: 'kept' };
export const broken = (came: string): Verdict => ({ outcome: 'broken', came });
export const notTried = (why: string): Verdict => ({ outcome: 'not-tried', why });

/** Kept when nothing wrong came. */
const unless = (came: string | undefined): Verdict => (came === undefined ? kept : broken(came));

const MAX_SHOWN = 160;

/** A value of the platform in a line for the terminal: short, and without characters that would control it. */
export function shown(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'nothing').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

export type Answered = Extract<Answer, { kind: 'answered' }>;
type Opened = Extract<SocketRecord, { kind: 'opened' }>;

const SOCKET_PARTS: readonly Part[] = ['sessions', 'conversation', 'end'];

/** Verdict about a part that was left out of the run. */
export const left = ({ leftOut }: Evidence, part: Part): Verdict =>
  notTried(
    leftOut[part] ??
      (SOCKET_PARTS.includes(part) ? 'the socket had closed before' : 'a call that it needs was refused'),
  );

/** Calls that show whether the key may use a part. */
const GATES: Partial<Record<Part, string>> = { alerts: 'alert-rules', platform: 'v3' };
export const FORBIDDEN = notTried('the key lacks the permission: 403 (R-1.7)');
export const isForbidden = (answer: Answer | undefined): boolean =>
  answer?.kind === 'answered' && answer.status === 403;

/** Judges the answers to calls of one part. A call without an answer breaks the rule. */
export function byAnswers<const Names extends readonly string[]>(
  evidence: Evidence,
  part: Part,
  names: Names,
  judge: (...answers: { [Index in keyof Names]: Answered }) => string | undefined | Verdict,
): Verdict {
  if (isForbidden(evidence.calls[GATES[part] ?? ''])) return FORBIDDEN;
  const answers: Answered[] = [];
  for (const name of names) {
    const answer = evidence.calls[name];
    if (!answer) return left(evidence, part);
    if (answer.kind === 'failed') return broken(answer.why);
    if (answer.kind === 'skipped') return notTried(answer.why);
    answers.push(answer);
  }
  const result = judge(...(answers as unknown as { [Index in keyof Names]: Answered }));
  return typeof result === 'object' ? result : unless(result);
}

/** The answers to calls; calls that were left out or failed do not count. */
export const answersOf = (
  { calls }: Evidence,
  names: readonly string[] = Object.keys(calls),
): readonly Answered[] =>
  names.map((name) => calls[name]).filter((answer): answer is Answered => answer?.kind === 'answered');

export const handshakeText = (socket: SocketRecord): string => {
  switch (socket.kind) {
    case 'opened':
      return 'the socket was opened';
    case 'refused':
      return `it was refused with ${socket.status}`;
    case 'failed':
    case 'skipped':
      return socket.why;
  }
};

/** Judges a handshake that must be refused with a status. */
export function byRefusal(
  evidence: Evidence,
  name: string,
  status: number,
  part: Part = 'sessions',
): Verdict {
  const socket = evidence.sockets[name];
  if (!socket) return left(evidence, part);
  if (socket.kind === 'skipped') return notTried(socket.why);
  return socket.kind === 'refused' && socket.status === status ? kept : broken(handshakeText(socket));
}

/** Judges what happened on a socket. A handshake that failed breaks only M-3.1 or M-3.2. */
export function bySocket(
  evidence: Evidence,
  name: string,
  part: Part,
  judge: (socket: Opened) => string | undefined | Verdict,
): Verdict {
  const socket = evidence.sockets[name];
  if (!socket) return left(evidence, part);
  if (socket.kind === 'skipped') return notTried(socket.why);
  if (socket.kind !== 'opened') return notTried('its socket did not open (M-3.1, M-3.2)');
  const result = judge(socket);
  return typeof result === 'object' ? result : unless(result);
}
