import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { writeRawAnswer } from '../../../base/raw-answer.ts';
import { SECURITY_HEADERS } from '../../../base/security-headers.ts';
import { retryAfterSeconds } from '../../http/problem.ts';
import type { Log } from '../../log/log.ts';
import type { Metrics } from '../../services/metrics.ts';
import type { HandshakeRefusal } from './admit-handshake.ts';

/** Log fields of a refused handshake. */
export interface Refused {
  readonly requestId?: string;
  /** S-111: the client, once it is known. */
  client?: string;
  readonly reason?: string;
  /** The name of the handshake's site, if any. */
  site?: string | undefined;
}

/** Refuses a handshake, counts and logs it. Browsers hide the answer from the page; other clients see it. */
export type RefuseHandshake = (socket: Duplex, refusal: HandshakeRefusal, refused?: Refused) => void;

export const createHandshakeRefusal =
  (log: Log, metrics: Metrics): RefuseHandshake =>
  (socket, { status, retryInMs, kind }, { requestId = randomUUID(), client, reason, site } = {}) => {
    const own = site === undefined ? metrics : metrics.ofSite(site);
    own.socketRefused(status);
    if (kind) own.refused(kind);
    log.info({ request_id: requestId, status, site, client, reason }, 'socket refused');
    const retryAfter = retryInMs === undefined ? {} : { 'Retry-After': retryAfterSeconds(retryInMs) };
    writeRawAnswer(socket, {
      status,
      headers: { ...SECURITY_HEADERS, 'X-Request-Id': requestId, ...retryAfter },
    });
  };
