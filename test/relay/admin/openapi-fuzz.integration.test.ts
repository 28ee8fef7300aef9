import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { settingsFor } from '../../../src/cli/emulator-settings.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { parseConfig, startRelay } from '../../../src/relay/index.ts';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { FUZZED_REQUESTS } from '../../support/sizes.ts';
import { hashOf } from '../support/admin.ts';

/** Requests that are generated from the OpenAPI document of a running relay, valid and invalid, in front of the embedded platform. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A key has 600 calls a minute. */
const KEYS = Array.from({ length: 20 }, (_, at) => adminKeyNamed(`fuzz-${at}`));
noteSecrets(...KEYS);

const closings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function open() {
  const emulator = await startEmulator();
  closings.push(emulator.close);
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      FOYER_ADMIN_KEYS: KEYS.map((key, at) => `fuzz${at}:read+write+call+pii:${hashOf(key)}`).join(),
      FOYER_PORT: '0',
      FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
      FOYER_LOG_LEVEL: 'silent',
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const relay = await startRelay(config.value);
  closings.push(relay.close);
  const document = (await (await fetch(`${relay.url}/admin/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  );
  return { url: relay.url, operations };
}

/** Values that fit a schema, or almost. */
function fitting(schema: Schema = {}): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 10_000, 10_000) }),
        fc.double(),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fc.oneof(fitting(schema.items), fc.jsonValue({ maxDepth: 1 })), { maxLength: 25 });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, value]) => [name, anyValue(value)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    default:
      return fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('2026-11-01T00:00:00Z', 'PROJECT-1', '1', 'ar_1', 'whe_1', '..', '', 'a'.repeat(300)),
      );
  }
}
const anyValue = (schema?: Schema) =>
  fc.oneof(
    { weight: 6, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A segment of a path. Empty ones and dots would lead to another path. */
const segmentOf = (value: unknown) => textOf(value).replace(/^\.{0,2}$/, 'x');

it('the admin side answers generated requests with documented statuses only, and never with 5xx', async () => {
  const { url, operations } = await open();
  // The stream of events has no end.
  const all = operations.filter(({ described }) => described.operationId !== 'streamEvents');
  let turn = 0;

  async function ask(
    { path, method, described }: (typeof all)[number],
    values: Record<string, unknown>,
    body: unknown,
  ) {
    const query = new URLSearchParams();
    const headers: Record<string, string> = { Authorization: `Bearer ${KEYS[turn++ % KEYS.length]}` };
    let filled = path;
    for (const it of described.parameters ?? []) {
      const value = values[it.name];
      if (it.in === 'path') filled = filled.replace(`{${it.name}}`, encodeURIComponent(segmentOf(value)));
      else if (value !== undefined && it.in === 'query') query.set(it.name, textOf(value));
    }
    if (described.requestBody) headers['Content-Type'] = 'application/json';
    const response = await fetch(`${url}${filled}?${query}`, {
      method,
      headers,
      ...(described.requestBody && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
    const { upstream } = isProblem ? (JSON.parse(text) as { upstream?: object }) : {};
    return { status: response.status, text, isFromPlatform: upstream !== undefined };
  }

  const request = fc.constantFrom(...all).chain((operation) => {
    const { parameters = [], requestBody } = operation.described;
    const own = parameters.map((parameter) => [parameter.name, anyValue(parameter.schema)] as const);
    const required = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const body = anyValue(requestBody?.content['application/json']?.schema);
    return fc.tuple(
      fc.constant(operation),
      fc.record(Object.fromEntries(own), { requiredKeys: required }),
      body,
    );
  });

  await fc.assert(
    fc.asyncProperty(request, async ([operation, values, body]) => {
      const { status, text, isFromPlatform } = await ask(operation, values, body);
      const documented = Object.keys(operation.described.responses);
      const isDocumented =
        documented.includes(`${status}`) ||
        (isFromPlatform && documented.includes(`${status}`.replace(/..$/, 'XX')));
      expect({ status, isDocumented, text: isDocumented && status < 500 ? '' : text }).toEqual({
        status: Math.min(status, 499),
        isDocumented: true,
        text: '',
      });
    }),
    { numRuns: FUZZED_REQUESTS },
  );
});
