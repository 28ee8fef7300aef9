import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { NO_WAIT } from '../support/visitor.ts';
import { createDocumentClient, type Exchange, type RequestInput } from './document-client.ts';
import { operationOf } from './document-validator.ts';

/** A running platform with one of each resource of the documents. */

/** Requester of a call, with a key for each family. */
export type Requester =
  | 'owner'
  | 'no key'
  | 'unknown key'
  | 'other region'
  | 'other family'
  | 'no permissions';

export interface RunningPlatform {
  readonly emulator: Emulator;
  readonly clock: FakeClock;
  /** Default path parameters. */
  readonly ids: Readonly<Record<string, string>>;
  /** A chat, which has no recording. */
  readonly chatId: string;
  ask(id: string, input?: RequestInput, requester?: Requester): Promise<Exchange>;
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
  { family, key: `${family}:other-region`, region: 'eu' as const },
  { family, key: `${family}:no-permissions`, permissions: [] },
]);

/** Headers of a requester for each security scheme. */
function credentialsOf(emulator: Emulator, visitorToken: string) {
  const own: Record<string, string> = {
    base: emulator.baseKey,
    platform: emulator.platformKey,
    outbound: emulator.outboundToken,
    connector: emulator.connectorToken,
    visitor: visitorToken,
  };
  const keyOf = (scheme: string, requester: Exclude<Requester, 'no key'>) =>
    ({
      owner: own[scheme],
      'unknown key': 'of-nobody',
      'other region': `${scheme}:other-region`,
      'no permissions': `${scheme}:no-permissions`,
      // A valid key of another family.
      'other family': own[scheme === 'base' ? 'platform' : 'base'],
    })[requester] ?? '';
  return (scheme: string, requester: Requester): Record<string, string> => {
    if (requester === 'no key') return {};
    const key = keyOf(scheme, requester);
    if (scheme === 'connector') return { 'X-Token': key, 'X-Host': emulator.hostIdentifier };
    if (scheme === 'visitor') return { Authorization: `Bearer ${key}` };
    return { [scheme === 'outbound' ? 'X-Service-Auth-Token' : 'X-API-KEY']: key };
  };
}

const field = ({ answer }: Exchange, name: string): string =>
  String((answer.body as Record<string, unknown>)[name]);

export async function startPlatform(): Promise<RunningPlatform> {
  const clock = createFakeClock();
  const emulator = await startEmulator({
    clock,
    keys,
    pace: NO_WAIT,
    conversations: { count: 40, seed: 2 },
    project: { chunkedResponses: true },
  });
  const send = createDocumentClient(emulator);
  const ids: Record<string, string> = {
    account_id: emulator.accountId,
    project_id: emulator.projectId,
    agentId: emulator.projectId,
    branchId: emulator.branchId,
  };
  let visitorToken = '';

  const ask: RunningPlatform['ask'] = (id, { params, headers, ...input } = {}, requester = 'owner') => {
    const { path, scheme } = operationOf(id);
    const inPath = Object.entries(ids).filter(([name]) => path.includes(`{${name}}`));
    return send(id, {
      ...input,
      params: { ...Object.fromEntries(inPath), ...params },
      headers: { ...credentialsOf(emulator, visitorToken)(scheme, requester), ...headers },
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
  // The rule is evaluated and fires for the new session.
  clock.advance(60_000);
  const { body } = (await ask('listAgentConversations')).answer;
  const { conversations } = body as { conversations: { conversationId: string; audioUrl?: string }[] };
  const call = conversations.find((conversation) => conversation.audioUrl !== undefined);
  const chat = conversations.find((conversation) => conversation.audioUrl === undefined);
  ids['conversationId'] = call?.conversationId ?? '';
  return { emulator, clock, ids, chatId: chat?.conversationId ?? '', ask, close: () => emulator.close() };
}
