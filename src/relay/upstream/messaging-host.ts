import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { pause, startDeadline } from '../../base/deadline.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { RELAY_CALL_MS } from '../../protocol/limits.ts';
import type { Platform } from '../../protocol/relay.ts';
import { retryInMs } from '../../protocol/retry-after.ts';
import type { RelayConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Post, UpstreamAnswer } from './post-json.ts';

/** Why the platform gave no session. */
export type MessagingFault =
  /** It does not accept the relay's own credentials: the operator's fault, never retried (spec messaging §2). */
  | { readonly at: 'refused' }
  | { readonly at: 'throttled'; readonly retryInMs: number }
  | { readonly at: 'unreachable' }
  | { readonly at: 'timeout' }
  /** It answered with an error, or with something the specification does not know. */
  | { readonly at: 'broken' };

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
  /** Mints a token and a session that belongs to it. Never rejects; takes 10 s at most. */
  startSession(visitor: Visitor, log: Log): Promise<Result<NewSession, MessagingFault>>;
}

export interface MessagingPorts {
  readonly clock: Clock;
  readonly post: Post;
  /** Goes off when the relay closes. */
  readonly stop: AbortSignal;
}

/** Characters that may stand in a header and in a query. */
const token = z.string().regex(/^[\x21-\x7e]+$/);
const tokenAnswer = z.object({
  access_token: token,
  expires_in: z.number().positive(),
  token_type: z.optional(z.string().regex(/^bearer$/i)),
});
/** The id becomes part of the relay's own paths, so it has to be fit for one. */
const sessionAnswer = z.object({ session_id: z.string().regex(/^[\w.~-]{1,200}$/) });

/** WebViews are reported as what they are (contract §1). */
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
type CallFault = MessagingFault | { readonly at: 'unauthorized' };

export function createMessagingHost(
  config: RelayConfig,
  { clock, post, stop }: MessagingPorts,
): MessagingHost {
  function read<T>(call: Call<T>, answer: UpstreamAnswer): Result<T, CallFault> {
    if (answer.at !== 'answered') return err(answer);
    if (answer.status === 401) return err({ at: 'unauthorized' });
    if (answer.status === 429) {
      return err({ at: 'throttled', retryInMs: retryInMs(answer.retryAfter, clock.now()) });
    }
    const parsed = call.answer.safeParse(parseJson(answer.body));
    return answer.status >= 200 && answer.status < 300 && parsed.success
      ? ok(parsed.data)
      : err({ at: 'broken' });
  }

  return {
    async startSession(visitor, log) {
      // One deadline for the whole of it: the visitor waits once, however many calls it takes.
      const deadline = startDeadline(clock, RELAY_CALL_MS, stop);

      async function perform<T>(call: Call<T>): Promise<Result<T, CallFault>> {
        const url = `${config.messagingUrl}/api/v1/${call.name}`;
        const { headers, body, name } = call;
        // A token that nobody uses is none too many; a session would be.
        const isRepeatable = name === 'access-token';
        const send = () => post({ url, headers, body, isRepeatable, signal: deadline.signal });
        let answer = await send();
        if (answer.at === 'answered' && answer.status === 500) {
          // spec messaging §2: "Failed to create …" passes; once here, the widget has patience of its own.
          await pause(clock, RETRY_MS, deadline.signal);
          answer = await send();
        }
        const result = deadline.isOver() ? err({ at: 'timeout' } as const) : read(call, answer);
        if (!result.ok) {
          const status = answer.at === 'answered' ? answer.status : undefined;
          log.warn({ call: call.name, outcome: result.error.at, status }, 'upstream call failed');
        }
        return result;
      }

      async function attempt(): Promise<Result<NewSession, CallFault>> {
        const minted = await perform({
          name: 'access-token',
          // spec messaging §14: the registered host itself, never the visitor's Origin.
          headers: {
            'X-Token': config.connectorToken,
            'X-Host': config.hostIdentifier,
            'User-Agent': OWN_USER_AGENT,
          },
          body: {},
          answer: tokenAnswer,
        });
        if (!minted.ok) return minted.error.at === 'unauthorized' ? err({ at: 'refused' }) : minted;
        const { access_token: accessToken, expires_in } = minted.value;
        const expiresAt = clock.now() + expires_in * 1_000;
        const created = await perform({
          name: 'sessions',
          headers: {
            Authorization: `Bearer ${accessToken}`,
            'User-Agent': visitor.userAgent?.slice(0, MAX_USER_AGENT) || OWN_USER_AGENT,
          },
          body: { streaming_enabled: visitor.streaming, platform: UPSTREAM_PLATFORM[visitor.platform] },
          answer: sessionAnswer,
        });
        return created.ok ? ok({ sessionId: created.value.session_id, accessToken, expiresAt }) : created;
      }

      const isUnauthorized = (it: Result<NewSession, CallFault>) => !it.ok && it.error.at === 'unauthorized';
      const first = await attempt();
      // spec messaging §2: a 401 on session creation asks for a new token.
      const last = isUnauthorized(first) ? await attempt() : first;
      deadline.clear();
      if (last.ok) return last;
      return err(last.error.at === 'unauthorized' ? { at: 'broken' } : last.error);
    },
  };
}
