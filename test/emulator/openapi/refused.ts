import { ANSWERED } from './answered.ts';
import type { Sent } from './client.ts';
import { type Operation, operationOf } from './contract.ts';
import { ENDPOINT, RULE, type Who, type World } from './world.ts';

/** Requests for each refusal of the documents: what is wrong is one thing, all else is as it should be. */

interface Refused extends Sent {
  readonly who?: Who;
}
type Requests = readonly Refused[];
type Make = (world: World) => Requests | Promise<Requests>;

/** Of the right form, and not there. */
const NOWHERE: Readonly<Record<string, string>> = {
  account_id: 'nowhere',
  project_id: 'nowhere',
  agentId: 'nowhere',
  branchId: 'release',
  attributeId: 'attr_never',
  conversationId: 'never',
  rule_id: 'ar_never',
  endpoint_id: 'whe_never',
  call_sid: 'OUT-00000000-0000-4000-8000-000000000000',
};

const rightOf = (id: string): Sent => Object.values(ANSWERED[id] ?? {})[0] ?? {};
const withParams = (id: string, ...all: readonly NonNullable<Sent['params']>[]): Requests =>
  all.map((params) => ({ ...rightOf(id), params: { ...rightOf(id).params, ...params } }));
const withBodies = (id: string, ...bodies: readonly unknown[]): Requests =>
  bodies.map((body) => ({ ...rightOf(id), body, headers: { 'Content-Type': 'application/json' } }));
/** A body of that many bytes. */
const sized = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const FROM = Date.UTC(2026, 9, 26, 9);
const iso = (at: number) => new Date(at).toISOString();

const LISTS = {
  sample: { sample: 'random', query_type: 'semantic', query: 'order' },
  query: { query_type: 'semantic' },
  turnType: { turn_type: 'user' },
  variant: { variant_id: 'main', variant_name: 'Main line' },
};

/** Every rule of the specification between parameters, and a cursor that is none (Conversations). */
const FAULTY_LISTS: Requests = [
  ...Object.values(LISTS),
  { sample: 'random', end_time: iso(FROM) },
  { sample: 'random', start_time: iso(FROM) },
  { cursor: 'x' },
].map((params) => ({ params }));

/** spec, Limits: ten, of which the world has one. */
async function eleventh({ ask }: World, id: string, body: object): Promise<Requests> {
  for (let count = 1; count < 10; count += 1) {
    const { answer } = await ask(id, { body });
    if (answer.status !== 201) throw new Error(`unable to make ${count + 1} by ${id}; ${answer.status}`);
  }
  return [{ body }];
}

/** By operation and status; what all operations refuse alike stands below. */
const OWN: Readonly<Record<string, Readonly<Record<number, Make>>>> = {
  getBehavior: { 404: () => [{ params: { branchId: 'draft' } }] },
  listAudioCache: { 400: () => [{ params: { sort: 'size:asc' } }] },
  getRecording: {
    404: ({ chatId }) => [{ params: { conversationId: chatId } }],
    416: () => [{ headers: { Range: 'bytes=99999999-' } }, { headers: { Range: 'bytes=-0' } }],
  },
  addAnnotations: {
    400: () => [{ body: { annotations: [{ turnId: 9999, role: 'agent', annotationType: 'wrong_info' }] } }],
  },
  startDebugChat: {
    400: () => ['d-1', 'a/b'].map((conversationId) => ({ body: { clientEnv: 'live', conversationId } })),
  },

  createAlertRule: {
    409: (world) => eleventh(world, 'createAlertRule', RULE),
    422: () => [{ body: { ...RULE, project_id: 'nowhere' } }],
  },
  updateAlertRule: { 422: () => [{ body: { project_id: 'nowhere' } }] },
  createWebhookEndpoint: {
    409: (world) => eleventh(world, 'createWebhookEndpoint', ENDPOINT),
    422: () => [{ body: { ...ENDPOINT, url: 'https://127.0.0.1/hook' } }],
  },
  updateWebhookEndpoint: { 422: () => [{ body: { url: 'https://printer.local/hook' } }] },

  // A cursor is no parameter of v1 at all.
  listConversationsV1: { 400: () => FAULTY_LISTS },
  listConversationsV2: { 400: () => FAULTY_LISTS },
  listConversationsV3: { 400: () => FAULTY_LISTS },
  getConcurrency: {
    400: () =>
      withParams(
        'getConcurrency',
        LISTS.variant,
        { start_time: iso(FROM), end_time: iso(FROM + WEEK_MS + 1) },
        { start_time: iso(FROM), end_time: iso(FROM - 1) },
      ),
    501: () => withParams('getConcurrency', { slice_by: 'language' }, { slice_by: 'phone_number' }),
  },
  getHandoffState: {
    400: () => [{}, { params: { id: '' } }],
    404: () => [{ params: { id: 'never' } }, { params: { id: 'c-1', shared_id: 'never' } }],
  },
  triggerOutboundCall: {
    400: () =>
      withBodies(
        'triggerOutboundCall',
        { to_number: '4155552671' },
        { to_number: '+14155552671', metadata: { order: 7 } },
        { to_number: '+14155552671', metadata: { order: 'x'.repeat(26 * 1024) } },
      ),
  },
  getCallStatus: { 400: () => [{ params: { call_sid: 'OUT-1' } }] },

  createAccessToken: {
    401: ({ emulator: { connectorToken, hostIdentifier } }) => [
      { who: 'nobody', headers: { 'X-Host': hostIdentifier } },
      { who: 'nobody', headers: { 'X-Token': connectorToken } },
      { headers: { 'X-Host': 'elsewhere.example' } },
    ],
  },
  createSession: {
    400: () => [
      { who: 'nobody', headers: { Authorization: 'Bearer ' } },
      ...withBodies('createSession', '{', { platform: 'fridge' }, { streaming_enabled: 'yes' }),
    ],
    413: () => withBodies('createSession', sized(16_385)),
  },
};

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const isOfMessaging = ({ family }: Operation) => family === 'messaging';

/** What operations refuse with a status in the same way; nothing for a status that each has for reasons of its own. */
function alike(operation: Operation, status: number): Requests {
  const { id, path } = operation;
  const right = rightOf(id);
  switch (status) {
    case 400:
      if (isOfMessaging(operation)) return [];
      return [
        ...withParams(id, { colour: 'red' }),
        ...(right.body === undefined
          ? []
          : withBodies(id, '{', '[]', { ...Object(right.body), colour: 'red' })),
      ];
    case 401: {
      const who: readonly Who[] = isOfMessaging(operation)
        ? ['nobody', 'stranger']
        : ['nobody', 'stranger', 'outsider', 'foreigner'];
      return who.map((it) => ({ ...right, who: it }));
    }
    case 403:
      return [{ ...right, who: 'blind' }];
    case 404:
      return namesIn(path).flatMap((name) => withParams(id, { [name]: NOWHERE[name] ?? '' }));
    case 413:
      return isOfMessaging(operation) ? [] : withBodies(id, sized(1_048_577));
    case 415:
      return [
        { ...right, body: JSON.stringify(right.body), headers: { 'Content-Type': 'text/plain' } },
        { ...right, headers: { 'Content-Encoding': 'gzip' } },
      ];
    case 422:
      return namesIn(path).flatMap((name) =>
        ['x', NOWHERE[name]?.replace('_', '-') ?? ''].flatMap((it) => withParams(id, { [name]: it })),
      );
    default:
      return [];
  }
}

/** What cannot come about by a request alone is ordered (specification, Errors: 500 and 502; a limit of calls). */
const ORDERED: ReadonlySet<number> = new Set([429, 500, 502]);
const CALLS = { connector: 'access-token', visitor: 'sessions' } as const;

/** Every request that has to be refused with a status by an operation. */
export async function refusedWith(world: World, id: string, status: number): Promise<Requests> {
  const operation = operationOf(id);
  if (ORDERED.has(status)) {
    const { scheme } = operation;
    const call = CALLS[scheme as keyof typeof CALLS] ?? (scheme as 'base' | 'platform' | 'outbound');
    const retryAfterSeconds = status === 429 ? 7 : undefined;
    world.emulator.refuseNext(call, { status, text: 'Ordered', retryAfterSeconds });
    return [rightOf(id)];
  }
  return [...((await OWN[id]?.[status]?.(world)) ?? []), ...alike(operation, status)];
}
