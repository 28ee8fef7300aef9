import { randomUUID } from 'node:crypto';
import { keyHeader } from '../../../platform/host-address.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import { otherDialect } from '../../../protocol/dialect.ts';
import type { Answer } from '../evidence/evidence.ts';
import { isWire, type Wire } from '../evidence/frames.ts';
import type { Host } from './http.ts';

/** Addresses of what is read. `legacyKey` is for conversations of v1 and v2. */
export interface BaseTarget {
  readonly url: string;
  readonly key: string;
  readonly alertsKey: string | undefined;
  readonly agentId: string;
  readonly branchId: string;
}
export interface PlatformTarget {
  readonly url: string;
  readonly key: string;
  readonly legacyKey: string | undefined;
  readonly accountId: string;
  readonly projectId: string;
}
export interface OutboundTarget {
  readonly url: string;
  readonly token: string;
}

const FIVE_MINUTES_MS = 300_000;

const listIn = (answer: Answer | undefined, name: string): readonly Wire[] => {
  const list = answer?.kind === 'answered' && isWire(answer.body) ? answer.body[name] : undefined;
  return Array.isArray(list) ? list.filter(isWire) : [];
};
const path = (...segments: readonly string[]) => segments.map(encodeURIComponent).join('/');
/** */
const query = (values: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
    .toString()
    .replaceAll('+', '%20');

/** Reads the base host. */
export async function playBase(
  host: Host,
  { key, alertsKey, agentId, branchId }: BaseTarget,
  foreignKey?: string,
) {
  const header = keyHeader('base');
  const get = (name: string, where: string, headers: Readonly<Record<string, string>> = { [header]: key }) =>
    host.call(name, { path: where, headers });
  const alerts = { [header]: alertsKey ?? key };
  const agent = `/v1/agents/${path(agentId)}`;
  const behavior = `${agent}/branches/${path(branchId)}/behavior`;

  await get('behavior', behavior);
  await get('base-without-key', behavior, {});
  await get('base-unknown-key', behavior, { [header]: `conformance-${randomUUID()}` });
  if (foreignKey !== undefined) await get('base-foreign-key', behavior, { [header]: foreignKey });
  await get('agent-unknown', `/v1/agents/conformance-nobody/branches/${path(branchId)}/behavior`);
  await get('attributes', `${agent}/branches/${path(branchId)}/attributes`);
  await get('audio-cache', `${agent}/audio-cache?limit=2`);

  await get('alert-rules', '/v1/alert-rules', alerts);
  await get('alert-rules-enabled', '/v1/alert-rules?enabled=true', alerts);
  await get('alert-rules-disabled', '/v1/alert-rules?enabled=false', alerts);
  await get('alert-rules-unknown-field', '/v1/alert-rules?conformance=1', alerts);
  await get('alert-rules-repeated', '/v1/alert-rules?enabled=true&enabled=false', alerts);
  await get('alert-rules-wrong-metric', '/v1/alert-rules?metric=conformance', alerts);
  await get('alert-rule-malformed', '/v1/alert-rules/conformance', alerts);
  await get('alert-rule-unknown', '/v1/alert-rules/ar_FoyerConformance0', alerts);
  await get('alerts', '/v1/alerts', alerts);
  await get('webhooks', '/v1/webhook-endpoints');
  await get('webhook-malformed', '/v1/webhook-endpoints/conformance');
  await get('webhook-unknown', '/v1/webhook-endpoints/whe_FoyerConformance0');

  const calls = `${agent}/telephony/outbound-calls`;
  await get('agent-call-unknown', `${calls}/OUT-${randomUUID()}/status?environment=live`);

  const conversations = `${agent}/conversations`;
  const list = await get('agent-conversations', `${conversations}?limit=2&offset=0`);
  await get('agent-conversations-next', `${conversations}?limit=2&offset=1`);
  await get('agent-conversation-unknown', `${conversations}/conformance-${randomUUID()}`);
  const rows = listIn(list, 'conversations');
  const [first] = rows;
  if (first) await get('agent-conversation', `${conversations}/${path(String(first['conversationId']))}`);
  const chat = rows.find(({ channel }) => /chat/i.test(String(channel)));
  if (chat) await get('agent-chat-audio', `${conversations}/${path(String(chat['conversationId']))}/audio`);
}

/** Reads the platform host. `now` is in milliseconds. */
export async function playPlatform(
  host: Host,
  { key, legacyKey, accountId, projectId }: PlatformTarget,
  now: number,
  foreignKey?: string,
) {
  const header = keyHeader('platform');
  const get = (name: string, where: string, headers: Readonly<Record<string, string>> = { [header]: key }) =>
    host.call(name, { path: where, headers });
  const project = path(accountId, projectId);
  const v3 = `/v3/${project}/conversations`;

  const page = await get('v3', `${v3}?limit=2`);
  await get('platform-without-key', `${v3}?limit=1`, {});
  await get('platform-unknown-key', `${v3}?limit=1`, { [header]: `conformance-${randomUUID()}` });
  if (foreignKey !== undefined) await get('platform-foreign-key', `${v3}?limit=1`, { [header]: foreignKey });
  await get('project-unknown', `/v3/${path(accountId)}/conformance-nobody/conversations?limit=1`);
  await get('v3-limit-none', `${v3}?limit=0`);
  await get('v3-limit-most', `${v3}?limit=1000&offset=999999999`);
  await get('v3-limit-above', `${v3}?limit=1001`);
  await get('v3-limit-text', `${v3}?limit=conformance`);
  await get('v3-bad-cursor', `${v3}?limit=2&cursor=conformance`);
  await get('v3-offset', `${v3}?limit=1&offset=1`);
  const cursor = page.kind === 'answered' && isWire(page.body) ? page.body['cursor'] : undefined;
  if (typeof cursor === 'string') {
    await get('v3-next', `${v3}?${query({ limit: 2, cursor })}`);
    await get('v3-foreign-cursor', `${v3}?${query({ limit: 2, cursor, client_env: 'sandbox' })}`);
  }
  await get('v3-two-modes', `${v3}?query_type=transcript&sample=random`);
  await get('v3-two-variants', `${v3}?variant_id=a&variant_name=b`);
  await get('v3-channels', `${v3}?limit=50&channel=WEBCHAT&channel=VOICE-SIP`);
  await get('v3-latency', `${v3}?limit=5&include_latency=true`);
  await get('v3-without-latency', `${v3}?limit=5`);
  const [first, second] = listIn(page, 'conversations').map(({ started_at: at }) => String(at));
  if (first !== undefined && second !== undefined && first !== second) {
    // with the first moment, without the last one.
    await get('v3-range', `${v3}?${query({ limit: 50, start_time: first, end_time: second })}`);
  }

  const concurrency = `/v1/${project}/conversations/concurrency`;
  // Neither time is a multiple of five minutes.
  const start = Math.floor(now / FIVE_MINUTES_MS) * FIVE_MINUTES_MS - 12 * FIVE_MINUTES_MS + 60_000;
  const iso = (at: number) => new Date(at).toISOString();
  const range = { start_time: iso(start), end_time: iso(start + FIVE_MINUTES_MS) };
  await get('concurrency', `${concurrency}?${query(range)}`);
  const long = { start_time: iso(now - 9 * 86_400_000), end_time: iso(now) };
  await get('concurrency-long', `${concurrency}?${query(long)}`);
  await get('concurrency-variant', `${concurrency}?${query({ ...range, slice_by: 'variant' })}`);
  await get('concurrency-language', `${concurrency}?${query({ ...range, slice_by: 'language' })}`);
  await get('handoff-none', `/v1/${project}/handoff_state`);
  await get('handoff-unknown', `/v1/${project}/handoff_state?id=conformance-${randomUUID()}`);

  const legacy = { [header]: legacyKey ?? key };
  await get('v1', `/v1/${project}/conversations?limit=2`, legacy);
  await get('v2', `/v2/${project}/conversations?limit=2`, legacy);
}

/** Reads the host of outbound calls. No call is placed. */
export async function playOutbound(host: Host, token: string, dialect: Dialect) {
  const get = (name: string, sid: string, spelling: Dialect) =>
    host.call(name, {
      path: `/v1/outbound-calling/${sid}/status`,
      headers: { [keyHeader('outbound', spelling)]: token },
    });
  const unknown = `OUT-${randomUUID()}`;
  await get('call-unknown', unknown, dialect);
  await get('call-malformed', 'conformance', dialect);
  await get('call-other-header', unknown, otherDialect(dialect));
}
