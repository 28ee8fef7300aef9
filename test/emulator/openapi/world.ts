import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { AT_ONCE } from '../visitor.ts';
import { createClient, type Exchange, type Sent } from './client.ts';
import { operationOf } from './contract.ts';

/** A running platform in which everything that the documents name is there once. */

/** Who asks; for each family a key of its own. */
export type Who = 'owner' | 'nobody' | 'stranger' | 'foreigner' | 'outsider' | 'blind';

export interface World {
  readonly emulator: Emulator;
  readonly clock: FakeClock;
  /** What paths name, unless a request says otherwise. */
  readonly ids: Readonly<Record<string, string>>;
  /** A conversation that was typed, hence without a recording. */
  readonly chatId: string;
  ask(id: string, sent?: Sent, who?: Who): Promise<Exchange>;
  close(): Promise<void>;
}

export const RULE = {
  name: 'Busy',
  metric: 'call_volume',
  operator: '>=',
  threshold_value: 1,
  window_duration: '60m',
};
export const ENDPOINT = {
  name: 'Pager',
  url: 'https://hooks.example.com/alerts',
  event_types: ['alerts.triggered'],
};

const FAMILIES = ['base', 'platform', 'outbound'] as const;
const keys = FAMILIES.flatMap((family) => [
  { family, key: `${family}:foreigner`, region: 'eu' as const },
  { family, key: `${family}:blind`, permissions: [] },
]);

/** The headers by which each scheme knows who asks. */
function credentialsOf(emulator: Emulator, visitorToken: string) {
  const own: Record<string, string> = {
    base: emulator.baseKey,
    platform: emulator.platformKey,
    outbound: emulator.outboundToken,
    connector: emulator.connectorToken,
    visitor: visitorToken,
  };
  const keyOf = (scheme: string, who: Exclude<Who, 'nobody'>) =>
    ({
      owner: own[scheme],
      stranger: 'of-nobody',
      foreigner: `${scheme}:foreigner`,
      blind: `${scheme}:blind`,
      // The right key of a family that is not this one.
      outsider: own[scheme === 'base' ? 'platform' : 'base'],
    })[who] ?? '';
  return (scheme: string, who: Who): Record<string, string> => {
    if (who === 'nobody') return {};
    const key = keyOf(scheme, who);
    if (scheme === 'connector') return { 'X-Token': key, 'X-Host': emulator.hostIdentifier };
    if (scheme === 'visitor') return { Authorization: `Bearer ${key}` };
    return { [scheme === 'outbound' ? 'X-Service-Auth-Token' : 'X-API-KEY']: key };
  };
}

const field = ({ answer }: Exchange, name: string): string =>
  String((answer.body as Record<string, unknown>)[name]);

export async function openWorld(): Promise<World> {
  const clock = createFakeClock();
  const emulator = await startEmulator({
    clock,
    keys,
    pace: AT_ONCE,
    conversations: { count: 40, seed: 2 },
    project: { chunkedResponses: true },
  });
  const send = createClient(emulator);
  const ids: Record<string, string> = {
    account_id: emulator.accountId,
    project_id: emulator.projectId,
    agentId: emulator.projectId,
    branchId: emulator.branchId,
  };
  let visitorToken = '';

  const ask: World['ask'] = (id, { params, headers, ...sent } = {}, who = 'owner') => {
    const { path, scheme } = operationOf(id);
    const inPath = Object.entries(ids).filter(([name]) => path.includes(`{${name}}`));
    return send(id, {
      ...sent,
      params: { ...Object.fromEntries(inPath), ...params },
      headers: { ...credentialsOf(emulator, visitorToken)(scheme, who), ...headers },
    });
  };

  visitorToken = field(await ask('createAccessToken'), 'access_token');
  ids['rule_id'] = field(await ask('createAlertRule', { body: RULE }), 'id');
  ids['endpoint_id'] = field(await ask('createWebhookEndpoint', { body: ENDPOINT }), 'id');
  ids['attributeId'] = field(await ask('createAttribute', { body: { name: 'tone' } }), 'id');
  ids['call_sid'] = field(
    await ask('triggerOutboundCall', { body: { to_number: '+14155552671' } }),
    'call_sid',
  );
  await ask('startDebugChat', { body: { clientEnv: 'live', conversationId: 'd-1' } });
  emulator.putHandoffState({ id: 'c-1', sharedId: 's-1', data: { order: '4711' } });
  // Rules are looked at every minute, and somebody has just come.
  clock.advance(60_000);
  const { body } = (await ask('listAgentConversations')).answer;
  const { conversations } = body as { conversations: { conversationId: string; audioUrl?: string }[] };
  const call = conversations.find((it) => it.audioUrl !== undefined);
  const chat = conversations.find((it) => it.audioUrl === undefined);
  ids['conversationId'] = call?.conversationId ?? '';
  return { emulator, clock, ids, chatId: chat?.conversationId ?? '', ask, close: () => emulator.close() };
}
