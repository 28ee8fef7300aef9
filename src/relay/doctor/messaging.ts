import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { startDeadline } from '../../base/deadline.ts';
import { RELAY_CALL_MS } from '../../protocol/limits.ts';
import type { RelayConfig } from '../config/config.ts';
import type { Connect } from '../upstream/handshake.ts';
import { postJson, type UpstreamAnswer } from '../upstream/post-json.ts';
import { type Finding, right, wrong } from './finding.ts';

const TOKEN = 'visitor tokens';
const SOCKETS = 'sockets';

const tokenAnswer = z.object({ access_token: z.string().min(1) });
const refusal = z.object({ error: z.string().optional(), message: z.string().optional() });

/** Explains a refused token (M-2.6) by the platform's error text. */
function explainRefusal(answer: Extract<UpstreamAnswer, { at: 'answered' }>): string {
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
  if (hasExpired) return 'the host of FOYER_MESSAGING_URL did not answer within ten seconds';
  if (answer.at === 'unreachable') {
    return 'unable to reach the host of FOYER_MESSAGING_URL; check its name, the firewall and the certificate';
  }
  if (answer.at === 'broken')
    return 'the host of FOYER_MESSAGING_URL sent an incomplete answer; is it the messaging host?';
  if (answer.status === 401) return explainRefusal(answer);
  if (answer.status === 429) return 'the platform received too many requests; try again in a minute';
  return `the host of FOYER_MESSAGING_URL answered ${answer.status} without a token; is it the messaging host?`;
}

export interface MessagingCheckPorts {
  readonly clock: Clock;
  readonly connect: Connect;
}

/** Requests a token as for a visitor, and tries a WebSocket handshake with it. Creates no session. */
export async function checkMessaging(
  { messagingUrl, connectorToken, hostIdentifier }: RelayConfig,
  { clock, connect }: MessagingCheckPorts,
): Promise<readonly Finding[]> {
  const { signal, hasExpired, clear } = startDeadline(clock, RELAY_CALL_MS, new AbortController().signal);
  try {
    const headers = { 'X-Token': connectorToken, 'X-Host': hostIdentifier };
    const answer = await postJson({
      url: `${messagingUrl}/api/v1/access-token`,
      headers,
      body: {},
      isRepeatable: true,
      signal,
    });
    const token =
      answer.at === 'answered' && answer.status === 200
        ? tokenAnswer.safeParse(parseJson(answer.body)).data?.access_token
        : undefined;
    if (token === undefined) return [wrong(TOKEN, explain(answer, hasExpired()))];

    const url = new URL(`${messagingUrl.replace(/^http/, 'ws')}/ws`);
    url.searchParams.set('session_id', randomUUID());
    url.searchParams.set('access_token', token);
    // A refusal is the expected answer, because this session does not exist.
    const { at } = await connect(url.href, signal);
    return [
      right(TOKEN, 'the platform issues them for this connector and host'),
      at === 'failed'
        ? wrong(SOCKETS, 'unable to open a WebSocket, although HTTPS works; check proxies and firewalls')
        : right(SOCKETS, 'the platform answers handshakes'),
    ];
  } finally {
    clear();
  }
}
