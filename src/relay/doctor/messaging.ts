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

/** Why a token was refused (spec messaging §2), by the words that the platform has for it. */
function explainRefusal(answer: Extract<UpstreamAnswer, { at: 'answered' }>): string {
  const { error = '', message = '' } = refusal.safeParse(parseJson(answer.body)).data ?? {};
  const words = `${error} ${message}`;
  if (/does not exist/i.test(words)) {
    return 'the platform does not know FOYER_CONNECTOR_TOKEN; it is wrong, or of another region than FOYER_MESSAGING_URL';
  }
  if (/missing host domain/i.test(words)) {
    return 'the connector has no host; register FOYER_HOST_IDENTIFIER in its configuration';
  }
  if (/validate connector|x-host/i.test(words)) {
    return 'the platform does not accept FOYER_HOST_IDENTIFIER for this connector; it must be the registered host or below it';
  }
  return 'the platform refuses FOYER_CONNECTOR_TOKEN with FOYER_HOST_IDENTIFIER';
}

function explain(answer: UpstreamAnswer, isOver: boolean): string {
  if (isOver) return 'the host of FOYER_MESSAGING_URL did not answer within ten seconds';
  if (answer.at === 'unreachable') {
    return 'unable to reach the host of FOYER_MESSAGING_URL; look at its name, the firewall and the certificate';
  }
  if (answer.at === 'broken')
    return 'what answers at FOYER_MESSAGING_URL breaks off; is it the messaging host?';
  if (answer.status === 401) return explainRefusal(answer);
  if (answer.status === 429) return 'the platform asks to wait; try again in a minute';
  return `what answers at FOYER_MESSAGING_URL answers ${answer.status} and gives no token; is it the messaging host?`;
}

export interface MessagingCheckPorts {
  readonly clock: Clock;
  readonly connect: Connect;
}

/** Asks for a token as for a visitor, and knocks at the socket's door with it; no session is begun. */
export async function checkMessaging(
  { messagingUrl, connectorToken, hostIdentifier }: RelayConfig,
  { clock, connect }: MessagingCheckPorts,
): Promise<readonly Finding[]> {
  const { signal, isOver, clear } = startDeadline(clock, RELAY_CALL_MS, new AbortController().signal);
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
    if (token === undefined) return [wrong(TOKEN, explain(answer, isOver()))];

    const url = new URL(`${messagingUrl.replace(/^http/, 'ws')}/ws`);
    url.searchParams.set('session_id', randomUUID());
    url.searchParams.set('access_token', token);
    // A refusal is the answer that there is: this session does not exist.
    const { at } = await connect(url.href, signal);
    return [
      right(TOKEN, 'the platform gives them to this connector under this host'),
      at === 'failed'
        ? wrong(SOCKETS, 'unable to open any; something on the way lets HTTPS pass and not WebSocket')
        : right(SOCKETS, 'the platform answers handshakes'),
    ];
  } finally {
    clear();
  }
}
