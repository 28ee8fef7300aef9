import { expect, it } from 'vitest';
import {
  type Client,
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
} from '../../../src/platform/client.ts';
import type { Endpoint, Family, InputOf } from '../../../src/platform/endpoint.ts';
import { json, text } from '../../relay/support/upstream.ts';
import { type FakeHost, useFakeHost } from './fake-host.ts';

export const KEY = 'key-3f9c1d77aa20';

/** A call, its expected HTTP request, and the answer of the platform. */
interface Row {
  readonly endpoint: Endpoint;
  readonly input: unknown;
  /** Method and path with the query. */
  readonly wire: string;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** Makes a row and lets the compiler check its input. */
export const row = <const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  wire: string,
  { body, answer }: { body?: unknown; answer?: unknown } = {},
): Row => ({ endpoint, input, wire, body, answer });

const KEY_HEADERS: Record<Family, string> = {
  base: 'x-api-key',
  platform: 'x-api-key',
  outbound: 'x-service-auth-token',
};

/** A client of each family, all for the same host. */
export const clientsOf = ({ url }: { readonly url: string }) => ({
  base: createBaseClient({ url, key: KEY, agentId: 'agent-1', branchId: 'main' }),
  platform: createPlatformClient({ url, key: KEY, accountId: 'acme', projectId: 'shop' }),
  outbound: createOutboundClient({ url, key: KEY }),
});

const clientFor = (family: Family, host: FakeHost) => clientsOf(host)[family] as unknown as Client<Family>;

/** Every endpoint that occurred in a row. */
export const described = new Set<Endpoint>();

/** Makes one test for each row: it compares the HTTP request and the answer, unknown fields included. */
export function describeContract(rows: readonly Row[]): void {
  const open = useFakeHost();
  for (const { endpoint } of rows) described.add(endpoint);
  it.each(rows.map((row) => [row.wire.split('?')[0] ?? '', row] as const))(
    'sends and reads %s as the contract has it',
    async (_, expected) => {
      const { endpoint, input, wire, body, answer } = expected;
      const host = await open();
      const later = answer === undefined ? undefined : { ...(answer as object), later: { a: [1, null] } };
      host.reply(endpoint.status === 204 ? text(204, '') : json(endpoint.status, later));
      const client = clientFor(endpoint.family, host);
      expect(await client.call(endpoint as Endpoint & { media?: never }, input as never)).toEqual({
        ok: true,
        value: later,
      });

      const [request, ...more] = host.received;
      expect(more).toEqual([]);
      expect({
        wire: `${request?.method} ${request?.path}`,
        key: request?.headers[KEY_HEADERS[endpoint.family]],
        agent: request?.headers['user-agent'],
        accept: request?.headers.accept,
        type: request?.headers['content-type'],
        body: request?.body ? JSON.parse(request.body) : undefined,
      }).toEqual({
        wire,
        key: KEY,
        agent: 'foyer-chat',
        accept: 'application/json',
        type: body === undefined ? undefined : 'application/json',
        body,
      });
    },
  );
}
