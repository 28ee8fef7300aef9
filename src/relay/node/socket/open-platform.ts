import { startDeadline } from '../../../base/deadline.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { HANDSHAKE_MS } from '../../../protocol/limits.ts';
import { socketUrl } from '../../../protocol/relay.ts';
import type { Services } from '../../services/services.ts';
import type { OpenResult, OpenUpstream } from '../outbound/open-socket.ts';
import type { Admission, HandshakeRefusal } from './admit-handshake.ts';
import { createHandshakePace } from './handshake-pace.ts';
import type { OpenConnections } from './open-connections.ts';

export interface OpenPlatformPorts extends Pick<Services, 'clock'> {
  readonly connections: OpenConnections;
  readonly openUpstream: OpenUpstream;
}

type Opened = Extract<OpenResult, { readonly kind: 'opened' }>;

/** Retry delay for clients that are refused because too many handshakes wait. */
const OVERLOAD_RETRY_MS = 5_000;
/** Platform statuses that are forwarded to the client. Any other status is a failure of the platform. */
const FORWARDED_STATUSES = new Set([400, 401, 403, 404, 429]);

/** Opens the platform's sockets for visitors: in turn, and within the limits of their sessions. */
export function createPlatformOpener({ clock, connections, openUpstream }: OpenPlatformPorts) {
  const pace = createHandshakePace(clock, connections.size);
  /** The handshakes in progress. */
  const handshakes = new Set<AbortController>();
  let hasEnded = false;

  /** Opens the platform's socket at this visitor's turn. */
  async function openInTurn(
    { grant, cursor }: Admission,
    signal: AbortSignal,
  ): Promise<Result<Exclude<OpenResult, { readonly kind: 'failed' }>, HandshakeRefusal>> {
    if (!(await pace.wait(signal))) return err({ status: 503, retryInMs: OVERLOAD_RETRY_MS });
    const deadline = startDeadline(clock, HANDSHAKE_MS, signal);
    const opening = await openUpstream(socketUrl(grant, cursor), deadline.signal);
    deadline.clear();
    pace.done();
    return opening.kind === 'failed' ? err({ status: deadline.hasExpired() ? 504 : 503 }) : ok(opening);
  }

  return {
    /** Fails at once when `leaving` is aborted. The opened socket is paused. */
    async open(admission: Admission, leaving: AbortSignal): Promise<Result<Opened, HandshakeRefusal>> {
      const { grant, site } = admission;
      const release = connections.reserve(site, grant.session_id);
      if (!release) return err({ status: 429, kind: 'session_sockets' });
      const handshake = new AbortController();
      const abort = () => handshake.abort();
      // Closing may have begun during the check of the handshake.
      if (hasEnded || leaving.aborted) abort();
      leaving.addEventListener('abort', abort);
      handshakes.add(handshake);
      const opening = await openInTurn(admission, handshake.signal);
      leaving.removeEventListener('abort', abort);
      handshakes.delete(handshake);
      release();
      if (!opening.ok) return opening;
      const opened = opening.value;
      if (opened.kind === 'refused') {
        if (opened.status === 404) await site.sessions.markEnded(grant.session_id);
        return err({ status: FORWARDED_STATUSES.has(opened.status) ? opened.status : 502 });
      }
      if (!hasEnded) return ok(opened);
      opened.socket.terminate();
      return err({ status: 503 });
    },
    /** Ends every handshake, and refuses new ones. */
    end(): void {
      hasEnded = true;
      for (const handshake of handshakes) handshake.abort();
      pace.end();
    },
  };
}

export type PlatformOpener = ReturnType<typeof createPlatformOpener>;
