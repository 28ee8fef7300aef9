import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { newSecret } from '../../access/secrets.ts';
import { booleanField, booleanParameter, issueText, oneOf, storableText } from '../../http/request-input.ts';
import { limitReached, REST_ERRORS, type RestError, unprocessable } from '../../http/rest-error.ts';
import { prefixedId } from '../../store/prefixed-id.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEndpoint } from '../../store/webhook-endpoint-table.ts';
import { webhookUrlIssue } from '../../webhooks/webhook-url.ts';
import { isoTime } from '../rest/conversation-fields.ts';
import {
  type Find,
  findAccount,
  noContent,
  type Route,
  type RoutePorts,
  reply,
  route,
} from '../rest/route.ts';

const ENDPOINTS = '/v1/webhook-endpoints';
const ENDPOINT = `${ENDPOINTS}/:endpoint_id`;
const ENDPOINT_ID = /^whe_[A-Za-z0-9]+$/;
/** Limit per account. */
const MAX_ENDPOINTS = 10;
const DEFAULT_TIMEOUT_MS = 5000;

const nameIssue = issueText('must be 1 to 255 characters long');
const eventTypesIssue = issueText('must be a list of at least one event type');
const timeoutIssue = issueText('must be an integer from 1000 to 30000');
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Excludes characters that could end the header line. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const fields = {
  name: storableText(1, 255, nameIssue),
  url: storableText(),
  event_types: z.array(oneOf(WEBHOOK_EVENT_TYPES), eventTypesIssue).min(1, eventTypesIssue),
  headers: z
    .record(z.string(), z.string(issueText('must be a string')), issueText('must be an object of strings'))
    .refine(
      (headers) =>
        Object.entries(headers).every(([key, value]) => HEADER_NAME.test(key) && HEADER_VALUE.test(value)),
      'must be names and values of HTTP headers',
    ),
  timeout_ms: z.int(timeoutIssue).min(1000, timeoutIssue).max(30_000, timeoutIssue),
  enabled: booleanField,
};
const creationBody = z.strictObject({
  ...fields,
  headers: fields.headers.default({}),
  timeout_ms: fields.timeout_ms.default(DEFAULT_TIMEOUT_MS),
  enabled: fields.enabled.default(true),
});
const changeBody = z.strictObject(fields).partial();
const listQuery = z
  .strictObject({ enabled: booleanParameter, event_type: oneOf(WEBHOOK_EVENT_TYPES) })
  .partial();

/** the secret is returned by creation and rotation only. */
const endpointBody = ({ account_id, signing_secret, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  created_at: isoTime(endpoint.created_at),
  updated_at: isoTime(endpoint.updated_at),
});

/** Webhook endpoints. */
export function webhookEndpointRoutes({
  store: { webhookEndpoints },
  allowLoopbackWebhooks,
  now,
}: RoutePorts): readonly Route[] {
  const find: Find<WebhookEndpoint> = (caller, { endpoint_id: id = '' }) => {
    if (!ENDPOINT_ID.test(id)) return err(unprocessable('endpoint_id', 'must match ^whe_[A-Za-z0-9]+$'));
    const endpoint = webhookEndpoints.get(caller.accountId, id);
    return endpoint ? ok(endpoint) : err(REST_ERRORS.notFound);
  };

  function urlErrorOf(url: string): RestError | undefined {
    const message = webhookUrlIssue(url, allowLoopbackWebhooks);
    return message === undefined ? undefined : unprocessable('url', message);
  }

  return [
    route('GET', ENDPOINTS, findAccount, {
      query: listQuery,
      run({ where, query: { enabled, event_type } }) {
        const data = webhookEndpoints
          .list(where)
          .filter((endpoint) => enabled === undefined || endpoint.enabled === enabled)
          .filter((endpoint) => event_type === undefined || endpoint.event_types.includes(event_type));
        return reply({ data: data.map(endpointBody) });
      },
    }),
    route('POST', ENDPOINTS, findAccount, {
      body: creationBody,
      run({ where: account_id, body }) {
        const error = urlErrorOf(body.url);
        if (error) return err(error);
        if (webhookEndpoints.list(account_id).length >= MAX_ENDPOINTS)
          return err(limitReached('webhook endpoints', MAX_ENDPOINTS));
        const at = now();
        const signing_secret = newSecret('whsec_');
        const endpoint: WebhookEndpoint = {
          id: prefixedId('whe_'),
          account_id,
          ...body,
          signing_secret,
          created_at: at,
          updated_at: at,
        };
        webhookEndpoints.put(endpoint);
        return reply({ ...endpointBody(endpoint), signing_secret }, 201);
      },
    }),
    route('GET', ENDPOINT, find, { run: ({ where }) => reply(endpointBody(where)) }),
    route('PATCH', ENDPOINT, find, {
      body: changeBody,
      run({ where, body }) {
        const error = body.url === undefined ? undefined : urlErrorOf(body.url);
        if (error) return err(error);
        const endpoint = { ...where, ...body, updated_at: now() } as WebhookEndpoint;
        webhookEndpoints.put(endpoint);
        return reply(endpointBody(endpoint));
      },
    }),
    route('DELETE', ENDPOINT, find, {
      run({ where }) {
        webhookEndpoints.delete(where.id);
        return noContent;
      },
    }),
    route('POST', `${ENDPOINT}/rotate-secret`, find, {
      run({ where }) {
        const signing_secret = newSecret('whsec_');
        webhookEndpoints.put({ ...where, signing_secret, updated_at: now() });
        return reply({ signing_secret });
      },
    }),
  ];
}
