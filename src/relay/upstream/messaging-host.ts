import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { pause, startDeadline } from '../../base/deadline.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { RELAY_CALL_MS } from '../../protocol/limits.ts';
import type { Platform } from '../../protocol/relay.ts';
import { retryInMs } from '../../protocol/retry-after.ts';
import type { SiteConfig } from '../config/config.ts';
import type { MessagingError } from '../http/problem.ts';
import type { Log } from '../log/log.ts';
import { deviceTypeOf } from './device-type.ts';
import type { Post, UpstreamAnswer } from './post.ts';

export interface Visitor {
  readonly platform: Platform;
  readonly streaming: boolean;
  readonly userAgent: string | null;
}

export interface NewSession {
  readonly sessionId: string;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The HTTP side of the messaging host. */
export interface MessagingHost {
  /** Requests a token and creates a session with it. Never rejects; takes at most 10 s. */
  startSession(visitor: Visitor, log: Log): Promise<Result<NewSession, MessagingError>>;
  /**
   * Submits a token about the visitor of a session. The platform does not document this call; the embedded platform defines it.
   * Never rejects; takes at most 10 s.
   */
  submitContext(
    session: { readonly session_id: string; readonly access_token: string },
    token: string,
    log: Log,
  ): Promise<Result<void, MessagingError | { readonly kind: 'unprocessable' }>>;
}

export interface MessagingPorts {
  readonly clock: Clock;
  readonly post: Post;
  /** Aborted when the relay closes. */
  readonly stop: AbortSignal;
}

/** Only characters that headers and queries allow. */
const token = z.string().regex(/^[\x21-\x7e]+$/);
/** M-2.1: the longest lifetime of a session, whatever the platform says. */
const LONGEST_TOKEN_S = 30 * 86_400;
const tokenAnswer = z.object({
  access_token: token,
  expires_in: z
    .number()
    .positive()
    .transform((seconds) => Math.min(seconds, LONGEST_TOKEN_S)),
  token_type: z.optional(z.string().regex(/^bearer$/i)),
});
/** The id becomes a part of the relay's paths, so it must be a valid path segment. */
const sessionAnswer = z.object({ session_id: z.string().regex(/^[\w.~-]{1,200}$/) });

/** The platform's names. WebViews have separate names (contract §1). */
const UPSTREAM_PLATFORM: Record<Platform, string> = { web: 'web', ios: 'ios-web', android: 'android-web' };

const RETRY_MS = 250;
const MAX_USER_AGENT = 512;
const OWN_USER_AGENT = 'foyer-chat';

interface Call<T> {
  readonly name: 'access-token' | 'sessions';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: z.ZodType<T>;
}
type CallError = MessagingError | { readonly kind: 'unauthorized' };

export function createMessagingHost(
  config: SiteConfig,
  { clock, post, stop }: MessagingPorts,
): MessagingHost {
  function read<T>(call: Call<T>, answer: UpstreamAnswer): Result<T, CallError> {
    if (answer.kind !== 'answered') return err(answer);
    if (answer.status === 401) return err({ kind: 'unauthorized' });
    if (answer.status === 429) {
      return err({ kind: 'throttled', retryInMs: retryInMs(answer.retryAfter, clock.now()) });
    }
    const parsed = call.answer.safeParse(parseJson(answer.body));
    return answer.status >= 200 && answer.status < 300 && parsed.success
      ? ok(parsed.data)
      : err({ kind: 'broken' });
  }

  return {
    async submitContext({ session_id, access_token }, contextToken, log) {
      const deadline = startDeadline(clock, RELAY_CALL_MS, stop);
      const answer = await post({
        url: `${config.messagingUrl}/api/v1/sessions/${session_id}/context`,
        headers: { Authorization: `Bearer ${access_token}`, 'User-Agent': OWN_USER_AGENT },
        body: { token: contextToken },
        isRepeatable: false,
        signal: deadline.signal,
      });
      deadline.clear();
      if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return ok(undefined);
      const status = answer.kind === 'answered' ? answer.status : undefined;
      log.warn({ call: 'context', outcome: answer.kind, status }, 'upstream call failed');
      if (answer.kind !== 'answered') return err(answer);
      if (status === 429)
        return err({ kind: 'throttled', retryInMs: retryInMs(answer.retryAfter, clock.now()) });
      return err({ kind: status === 422 ? 'unprocessable' : 'broken' });
    },
    async startSession(visitor, log) {
      // One deadline for all calls, because the visitor waits for all of them.
      const deadline = startDeadline(clock, RELAY_CALL_MS, stop);

      async function perform<T>(call: Call<T>): Promise<Result<T, CallError>> {
        const url = `${config.messagingUrl}/api/v1/${call.name}`;
        const { headers, body, name } = call;
        // An unused token does no harm; an unused session would.
        const isRepeatable = name === 'access-token';
        const send = () => post({ url, headers, body, isRepeatable, signal: deadline.signal });
        let answer = await send();
        if (answer.kind === 'answered' && answer.status === 500) {
          // M-2.7: a 500 is temporary. One retry here; the widget retries by itself.
          await pause(clock, RETRY_MS, deadline.signal);
          answer = await send();
        }
        const result = deadline.hasExpired() ? err({ kind: 'timeout' } as const) : read(call, answer);
        if (!result.ok) {
          const status = answer.kind === 'answered' ? answer.status : undefined;
          log.warn({ call: call.name, outcome: result.error.kind, status }, 'upstream call failed');
        }
        return result;
      }

      async function createSession(): Promise<Result<NewSession, CallError>> {
        const minted = await perform({
          name: 'access-token',
          // M-14.8: the registered host, never the visitor's Origin.
          headers: {
            'X-Token': config.connectorToken,
            'X-Host': config.hostIdentifier,
            'User-Agent': OWN_USER_AGENT,
          },
          body: {},
          answer: tokenAnswer,
        });
        if (!minted.ok) return minted.error.kind === 'unauthorized' ? err({ kind: 'refused' }) : minted;
        const { access_token: accessToken, expires_in } = minted.value;
        const expiresAt = clock.now() + expires_in * 1_000;
        const created = await perform({
          name: 'sessions',
          headers: {
            Authorization: `Bearer ${accessToken}`,
            'User-Agent': visitor.userAgent?.slice(0, MAX_USER_AGENT) || OWN_USER_AGENT,
          },
          body: {
            streaming_enabled: visitor.streaming,
            platform: UPSTREAM_PLATFORM[visitor.platform],
            // M-14.7: only when the operator asks for it.
            ...(config.sendsDeviceType && { device_type: deviceTypeOf(visitor.userAgent) }),
          },
          answer: sessionAnswer,
        });
        return created.ok ? ok({ sessionId: created.value.session_id, accessToken, expiresAt }) : created;
      }

      const isUnauthorized = (result: Result<NewSession, CallError>) =>
        !result.ok && result.error.kind === 'unauthorized';
      const first = await createSession();
      // M-2.9: after a 401 the session is requested once more with a new token.
      const last = isUnauthorized(first) ? await createSession() : first;
      deadline.clear();
      if (last.ok) return last;
      return err(last.error.kind === 'unauthorized' ? { kind: 'broken' } : last.error);
    },
  };
}
