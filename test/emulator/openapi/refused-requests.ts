import type { RequestInput } from './document-client.ts';
import { type Operation, operationOf } from './document-validator.ts';
import { ENDPOINT, type Requester, RULE, type RunningPlatform } from './running-platform.ts';
import { SUCCESSFUL_REQUESTS } from './successful-requests.ts';

/** Requests for each error status of the documents. Each request has exactly one issue. */

interface RefusedRequest extends RequestInput {
  readonly requester?: Requester;
}
type Requests = readonly RefusedRequest[];
type CreateRequests = (platform: RunningPlatform) => Requests | Promise<Requests>;

/** Well-formed ids that do not exist. */
const UNKNOWN_IDS: Readonly<Record<string, string>> = {
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

const validRequestOf = (id: string): RequestInput => Object.values(SUCCESSFUL_REQUESTS[id] ?? {})[0] ?? {};
const withParams = (id: string, ...all: readonly NonNullable<RequestInput['params']>[]): Requests =>
  all.map((params) => ({ ...validRequestOf(id), params: { ...validRequestOf(id).params, ...params } }));
const withBodies = (id: string, ...bodies: readonly unknown[]): Requests =>
  bodies.map((body) => ({ ...validRequestOf(id), body, headers: { 'Content-Type': 'application/json' } }));
/** A body of a number of bytes. */
const sized = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const FROM = Date.UTC(2026, 9, 26, 9);
const iso = (at: number) => new Date(at).toISOString();

const INVALID_LIST_PARAMS = {
  sample: { sample: 'random', query_type: 'semantic', query: 'order' },
  query: { query_type: 'semantic' },
  turnType: { turn_type: 'user' },
  variant: { variant_id: 'main', variant_name: 'Main line' },
};

/** One request for each broken rule between parameters and for a malformed cursor. */
const INVALID_LISTS: Requests = [
  ...Object.values(INVALID_LIST_PARAMS),
  { sample: 'random', end_time: iso(FROM) },
  { sample: 'random', start_time: iso(FROM) },
  { cursor: 'x' },
].map((params) => ({ params }));

/** creates resources up to the limit of ten; the platform starts with one. */
async function fillToLimit({ ask }: RunningPlatform, id: string, body: object): Promise<Requests> {
  for (let count = 1; count < 10; count += 1) {
    const { answer } = await ask(id, { body });
    if (answer.status !== 201) throw new Error(`unable to make ${count + 1} by ${id}; ${answer.status}`);
  }
  return [{ body }];
}

/** Requests by operation and status. Requests that are the same for all operations are below. */
const SPECIFIC: Readonly<Record<string, Readonly<Record<number, CreateRequests>>>> = {
  updateBehavior: { 422: () => [{ ...validRequestOf('updateBehavior'), params: { branchId: 'main' } }] },
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
    409: (platform) => fillToLimit(platform, 'createAlertRule', RULE),
    422: () => [{ body: { ...RULE, project_id: 'nowhere' } }],
  },
  updateAlertRule: { 422: () => [{ body: { project_id: 'nowhere' } }] },
  createWebhookEndpoint: {
    409: (platform) => fillToLimit(platform, 'createWebhookEndpoint', ENDPOINT),
    422: () => [{ body: { ...ENDPOINT, url: 'https://127.0.0.1/hook' } }],
  },
  updateWebhookEndpoint: { 422: () => [{ body: { url: 'https://printer.local/hook' } }] },

  // for version 1 a cursor is an unknown parameter.
  listConversationsV1: { 400: () => INVALID_LISTS },
  listConversationsV2: { 400: () => INVALID_LISTS },
  listConversationsV3: { 400: () => INVALID_LISTS },
  getConcurrency: {
    400: () =>
      withParams(
        'getConcurrency',
        INVALID_LIST_PARAMS.variant,
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
  getAgentCallStatus: { 400: () => withParams('getAgentCallStatus', { environment: 'sandbox' }) },
  getCallStatus: { 400: () => [{ params: { call_sid: 'OUT-1' } }] },

  createAccessToken: {
    401: ({ emulator: { connectorToken, hostIdentifier } }) => [
      { requester: 'no key', headers: { 'X-Host': hostIdentifier } },
      { requester: 'no key', headers: { 'X-Token': connectorToken } },
      { headers: { 'X-Host': 'elsewhere.example' } },
    ],
  },
  createSession: {
    400: () => [
      { requester: 'no key' },
      ...withBodies('createSession', '{', { platform: 'fridge' }, { streaming_enabled: 'yes' }),
    ],
    401: () => [{ requester: 'no key', headers: { Authorization: 'Bearer ' } }],
    413: () => withBodies('createSession', sized(16_385)),
  },
};

const pathParametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
/** Ids with a pattern. */
const PATTERNED_IDS = ['rule_id', 'endpoint_id'];
const isOfMessaging = ({ family }: Operation) => family === 'messaging';

/** Requests that all operations refuse with a status; none for statuses with specific causes only. */
function commonRequestsOf(operation: Operation, status: number): Requests {
  const { id, path } = operation;
  const valid = validRequestOf(id);
  switch (status) {
    case 400:
      if (isOfMessaging(operation)) return [];
      return [
        ...withParams(id, { colour: 'red' }),
        ...(valid.body === undefined
          ? []
          : withBodies(id, '{', '[]', { ...Object(valid.body), colour: 'red' })),
      ];
    case 401: {
      // M-2.8: a session call without a token is 400.
      const requesters: readonly Requester[] = isOfMessaging(operation)
        ? ['unknown key', ...(id === 'createSession' ? [] : (['no key'] as const))]
        : ['no key', 'unknown key', 'other family', 'other region'];
      return requesters.map((requester) => ({ ...valid, requester }));
    }
    case 403:
      return [{ ...valid, requester: 'no permissions' }];
    case 404:
      return pathParametersOf(path).flatMap((name) => withParams(id, { [name]: UNKNOWN_IDS[name] ?? '' }));
    case 413:
      return isOfMessaging(operation) ? [] : withBodies(id, sized(1_048_577));
    case 415:
      return [
        { ...valid, body: JSON.stringify(valid.body), headers: { 'Content-Type': 'text/plain' } },
        { ...valid, headers: { 'Content-Encoding': 'gzip' } },
      ];
    case 422:
      return pathParametersOf(path)
        .filter((name) => PATTERNED_IDS.includes(name))
        .flatMap((name) =>
          ['x', UNKNOWN_IDS[name]?.replace('_', '-') ?? ''].flatMap((malformed) =>
            withParams(id, { [name]: malformed }),
          ),
        );
    default:
      return [];
  }
}

/** Statuses that no request causes by itself; a fault is injected for them. */
const INJECTED_STATUSES: ReadonlySet<number> = new Set([429, 500, 502]);
const CALL_OF_SCHEME = { connector: 'access-token', visitor: 'sessions' } as const;

/** All requests that an operation must refuse with a status. */
export async function refusedRequestsOf(
  platform: RunningPlatform,
  id: string,
  status: number,
): Promise<Requests> {
  const operation = operationOf(id);
  if (INJECTED_STATUSES.has(status)) {
    const { scheme } = operation;
    const call =
      CALL_OF_SCHEME[scheme as keyof typeof CALL_OF_SCHEME] ?? (scheme as 'base' | 'platform' | 'outbound');
    const retryAfterSeconds = status === 429 ? 7 : undefined;
    platform.emulator.refuseNext(call, { status, text: 'Injected', retryAfterSeconds });
    return [validRequestOf(id)];
  }
  return [...((await SPECIFIC[id]?.[status]?.(platform)) ?? []), ...commonRequestsOf(operation, status)];
}
