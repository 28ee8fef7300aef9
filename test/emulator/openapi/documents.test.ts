import { Hono } from 'hono';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp } from '../../../src/emulator/http.ts';
import { openStore } from '../../../src/emulator/store/index.ts';
import { createTokens } from '../../../src/emulator/tokens.ts';
import { hostsOf } from '../rest/hosts-of.ts';
import { type Answer, faultsIn, operations } from './contract.ts';
import { documents, type Family } from './documents/index.ts';
import { openWorld, type World } from './world.ts';

/** Rejects when it is none of OpenAPI. */
const readDocument = (definition: Document) =>
  new OpenAPIBackend({ definition, strict: true, validate: false }).init();

const FAMILIES = Object.keys(documents) as Family[];

describe('a document', () => {
  it.each(FAMILIES)('of the %s host is one of OpenAPI', async (family) => {
    const { definition } = await readDocument(documents[family] as Document);
    expect(Object.keys(definition.paths ?? {})).toEqual(Object.keys(documents[family].paths));
  });

  it('that is none is noticed', async () => {
    const { base } = documents;
    const [path = ''] = Object.keys(base.paths);
    const misspelled = { ...base, paths: { [path]: { get: { respones: {} } } } };
    await expect(readDocument(misspelled as unknown as Document)).rejects.toThrow('not valid OpenAPI');
  });
});

describe('what is not as a document says', () => {
  const good: Answer = {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-polyai-correlation-id': '5d0c9bd8-1111-4000-8000-000000000000',
    },
    body: { behavior: 'Be kind.' },
  };

  it.each<[string, Partial<Answer>, readonly string[]]>([
    ['nothing', {}, []],
    ['a status', { status: 418 }, ['status 418 is not documented']],
    [
      'a content type',
      { headers: { ...good.headers, 'content-type': 'text/html; charset=utf-8' } },
      ['content type text/html is not documented'],
    ],
    ['a field more', { body: { ...Object(good.body), extra: 1 } }, [expect.stringContaining('"extra"')]],
    ['a field less', { body: {} }, [expect.stringContaining("required property 'behavior'")]],
    ['a type', { body: { behavior: 7 } }, ['/behavior must be string {"type":"string"}']],
    ['no body', { body: undefined }, [expect.stringContaining('must be object')]],
    [
      'a header',
      { headers: { 'content-type': 'application/json' } },
      [expect.stringContaining("required property 'x-polyai-correlation-id'")],
    ],
    [
      'what a header says',
      { headers: { ...good.headers, 'x-polyai-correlation-id': '1' } },
      [expect.stringContaining('must match format "uuid"')],
    ],
  ])('is noticed: %s', (_, difference, faults) => {
    expect(faultsIn('getBehavior', { ...good, ...difference })).toEqual(faults);
  });

  it('is noticed: a moment that is none, and a body where there is to be none', () => {
    const state = {
      alert_rule_id: 'ar_1',
      name: 'x',
      metric: 'call_volume',
      operator: '>',
      threshold_value: 0,
    };
    const alert = {
      ...state,
      window_duration: '5m',
      project_id: null,
      last_evaluated_at: null,
      current_value: 1,
    };
    const body = { data: [{ ...alert, since: 'yesterday' }] };
    expect(faultsIn('getActiveAlerts', { ...good, body })).toEqual([
      '/data/0/since must match format "date-time" {"format":"date-time"}',
    ]);
    expect(faultsIn('deleteAlertRule', { ...good, status: 204 })).toEqual(['there is a body']);
  });
});

describe('the platform', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  /** Paths without the names of what they hold. */
  const shapesOf = (paths: readonly string[]) =>
    [...new Set(paths)].map((path) => path.replace(/:\w+|\{\w+\}/g, '{}')).toSorted();
  const served = (app: { readonly routes: readonly { readonly path: string }[] }) =>
    app.routes.map(({ path }) => path).filter((path) => !path.includes('*'));

  it('serves what its documents have, and nothing else', () => {
    const store = openStore(':memory:');
    const { base, platform } = hostsOf(store, []);
    const messaging = createHttpApp({
      connectors: [],
      tokens: createTokens('x'),
      sessions: { create: () => '' },
      ordered: () => undefined,
      desk: new Hono(),
      now: () => 0,
      log: () => {},
    });
    const calls = served(messaging).filter((path) => path.startsWith('/api/'));
    expect([served(base), served(platform), calls].map(shapesOf)).toEqual(
      FAMILIES.map((family) => shapesOf(Object.keys(documents[family].paths))),
    );
    store.close();
  });

  it.each([...new Set(operations.map(({ path }) => path))])(
    'takes the methods that its document has for %s, and says so to any other',
    async (path) => {
      const ofPath = operations.filter((it) => it.path === path);
      const methods = ofPath.map(({ method }) => method.toUpperCase());
      const { answer } = await world.ask(ofPath[0]?.id ?? '', { method: 'PUT' });
      expect([answer.status, answer.headers['allow']?.split(', ').toSorted()]).toEqual([
        405,
        methods.toSorted(),
      ]);
    },
  );
});
