import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { startDeadline } from '../../base/deadline.ts';
import { RELAY_CALL_MS } from '../../protocol/limits.ts';
import { socketUrl } from '../../protocol/relay.ts';
import type { SiteConfig } from '../config/config.ts';
import { openUpstreamBy } from '../node/outbound/open-socket.ts';
import type { Outbound } from '../node/outbound/outbound.ts';
import { postJsonBy } from '../node/outbound/post-json.ts';
import type { UpstreamAnswer } from '../upstream/post.ts';
import { checkDialect } from './dialect.ts';
import { type Finding, right, wrong } from './finding.ts';
import { reachBy } from './reach.ts';

const TOKEN = 'visitor tokens';
const SESSIONS = 'sessions';
const SOCKETS = 'sockets';

const tokenAnswer = z.object({ access_token: z.string().min(1) });
const sessionAnswer = z.object({ session_id: z.string().min(1) });
const refusal = z.object({ error: z.string().optional(), message: z.string().optional() });

/** Explains a refused token (M-2.6) by the platform's error text. */
function explainRefusal(answer: Extract<UpstreamAnswer, { kind: 'answered' }>): string {
  const { error = '', message = '' } = refusal.safeParse(parseJson(answer.body)).data ?? {};
  const words = `${error} ${message}`;
  if (/does not exist/i.test(words)) {
    return 'the platform does not know FOYER_CONNECTOR_TOKEN; it is wrong, or belongs to another region than FOYER_MESSAGING_URL';
  }
  if (/missing host domain/i.test(words)) {
    return 'the connector has no host; register FOYER_HOST_IDENTIFIER in its configuration';
  }
  if (/validate connector|x-host/i.test(words)) {
    return 'the platform does not accept FOYER_HOST_IDENTIFIER for this connector; it must be the registered host or a subdomain of it';
  }
  return 'the platform refuses FOYER_CONNECTOR_TOKEN with FOYER_HOST_IDENTIFIER';
}

function explain(answer: UpstreamAnswer, hasExpired: boolean): string {
  if (hasExpired)
    return 'the host of FOYER_MESSAGING_URL did not answer within ten seconds; check the firewall, and if HTTPS_PROXY is needed';
  if (answer.kind === 'unreachable') {
    return 'unable to reach the host of FOYER_MESSAGING_URL; check its name, the firewall and the certificate';
  }
  if (answer.kind === 'broken')
    return 'the host of FOYER_MESSAGING_URL sent an incomplete answer; is it the messaging host?';
  if (answer.status === 401) return explainRefusal(answer);
  if (answer.status === 429) return 'the platform received too many requests; try again in a minute';
  return `the host of FOYER_MESSAGING_URL answered ${answer.status} without a token; is it the messaging host?`;
}

/** Explains a session that was not created with a valid token. */
function explainSession(answer: UpstreamAnswer, hasExpired: boolean): string {
  const outcome = answer.kind === 'answered' ? `answered ${answer.status}` : 'did not answer';
  return `the platform issues a token, but ${hasExpired ? 'did not answer' : outcome} when a session was created with it`;
}

/**
 * Requests a token like a visitor, creates a session with it, opens its socket and asks the agent to join. The session ends at
 * once.
 */
export async function checkMessaging(
  config: SiteConfig,
  outbound: Outbound,
  clock: Clock,
): Promise<readonly Finding[]> {
  const [postJson, openUpstream] = [postJsonBy(outbound), openUpstreamBy(outbound)];
  const { messagingUrl, connectorToken, hostIdentifier } = config;
  const { signal, hasExpired, clear } = startDeadline(clock, RELAY_CALL_MS, new AbortController().signal);
  const post = (name: string, headers: Record<string, string>, body: unknown) =>
    postJson({ url: `${messagingUrl}/api/v1/${name}`, headers, body, isRepeatable: false, signal });
  try {
    const credentials = { 'X-Token': connectorToken, 'X-Host': hostIdentifier };
    const answer = await post('access-token', credentials, {});
    const token =
      answer.kind === 'answered' && answer.status === 200
        ? tokenAnswer.safeParse(parseJson(answer.body)).data?.access_token
        : undefined;
    if (token === undefined) {
      const says =
        answer.kind === 'unreachable' && !hasExpired()
          ? await reachBy(outbound)(messagingUrl, 'the host of FOYER_MESSAGING_URL')
          : undefined;
      return [wrong(TOKEN, says ?? explain(answer, hasExpired()))];
    }
    const tokens = right(TOKEN, 'the platform issues them for this connector and host');

    const created = await post('sessions', { Authorization: `Bearer ${token}` }, { platform: 'web' });
    const id =
      created.kind === 'answered' && created.status < 300
        ? sessionAnswer.safeParse(parseJson(created.body)).data?.session_id
        : undefined;
    if (id === undefined) return [tokens, wrong(SESSIONS, explainSession(created, hasExpired()))];

    const address = { websocket_url: `${messagingUrl.replace(/^http/, 'ws')}/ws`, session_id: id };
    const opening = await openUpstream(socketUrl({ ...address, access_token: token }, 0), signal);
    if (opening.kind === 'opened') {
      opening.socket.on('error', () => {});
      return [
        tokens,
        right(SOCKETS, 'the platform opens them'),
        await checkDialect(opening.socket, config, clock),
      ];
    }
    const says =
      opening.kind === 'refused'
        ? `the platform refuses the socket of a new session with ${opening.status}`
        : 'unable to open a WebSocket, although HTTPS works; check proxies and firewalls';
    return [tokens, wrong(SOCKETS, says)];
  } finally {
    clear();
  }
}
