import { Hono } from 'hono';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../../src/emulator/hosts/messaging/access-tokens.ts';
import { createMessagingApp } from '../../../src/emulator/hosts/messaging/messaging-routes.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import { createInProcessHosts } from '../hosts/rest/in-process-hosts.ts';
import { type Answer, issuesInAnswer, operations } from './document-validator.ts';
import { documents, type Family } from './documents/documents.ts';
import { type RunningPlatform, startPlatform } from './running-platform.ts';

/** Rejects when the document is not valid OpenAPI. */
const readDocument = (definition: Document) =>
  new OpenAPIBackend({ definition, strict: true, validate: false }).init();

const FAMILIES = Object.keys(documents) as Family[];

describe('a document', () => {
  it.each(FAMILIES)('the document of the %s host is valid OpenAPI', async (family) => {
    const { definition } = await readDocument(documents[family] as Document);
    expect(Object.keys(definition.paths ?? {})).toEqual(Object.keys(documents[family].paths));
  });

  it('detects an invalid document', async () => {
    const { base } = documents;
    const [path = ''] = Object.keys(base.paths);
    const misspelled = { ...base, paths: { [path]: { get: { respones: {} } } } };
    await expect(readDocument(misspelled as unknown as Document)).rejects.toThrow('not valid OpenAPI');
  });
});

describe('a difference to a document', () => {
  const good: Answer = {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-polyai-correlation-id': '5d0c9bd8-1111-4000-8000-000000000000',
    },
    body: { behavior: 'Be kind.' },
  };

  it.each<[string, Partial<Answer>, readonly string[]]>([
    ['none', {}, []],
    ['a status', { status: 418 }, ['status 418 is not documented']],
    [
      'a content type',
      { headers: { ...good.headers, 'content-type': 'text/html; charset=utf-8' } },
      ['content type text/html is not documented'],
    ],
    ['an extra field', { body: { ...Object(good.body), extra: 1 } }, [expect.stringContaining('"extra"')]],
    ['a missing field', { body: {} }, [expect.stringContaining("required property 'behavior'")]],
    ['a type', { body: { behavior: 7 } }, ['/behavior must be string {"type":"string"}']],
    ['no body', { body: undefined }, [expect.stringContaining('must be object')]],
    [
      'a missing header',
      { headers: { 'content-type': 'application/json' } },
      [expect.stringContaining("required property 'x-polyai-correlation-id'")],
    ],
    [
      'the value of a header',
      { headers: { ...good.headers, 'x-polyai-correlation-id': '1' } },
      [expect.stringContaining('must match format "uuid"')],
    ],
  ])('detects a difference to a document: %s', (_, difference, issues) => {
    expect(issuesInAnswer('getBehavior', { ...good, ...difference })).toEqual(issues);
  });

  it('detects an invalid time and an unexpected body', () => {
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
    expect(issuesInAnswer('getActiveAlerts', { ...good, body })).toEqual([
      '/data/0/since must match format "date-time" {"format":"date-time"}',
    ]);
    expect(issuesInAnswer('deleteAlertRule', { ...good, status: 204 })).toEqual(['unexpected body']);
  });
});

describe('the platform', () => {
  let platform: RunningPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());

  /** Paths without the names of their parameters. */
  const shapesOf = (paths: readonly string[]) =>
    [...new Set(paths)].map((path) => path.replace(/:\w+|\{\w+\}/g, '{}')).toSorted();
  const served = (app: { readonly routes: readonly { readonly path: string }[] }) =>
    app.routes.map(({ path }) => path).filter((path) => !path.includes('*'));

  it('serves the paths of its documents and no others', () => {
    const store = openStore(':memory:');
    const { base, platform } = createInProcessHosts(store, []);
    const messaging = createMessagingApp({
      connectors: [],
      tokens: createAccessTokens('x'),
      sessions: { create: () => '' },
      injectedRefusal: () => undefined,
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
    'lists the methods of %s in Allow when it refuses another',
    async (path) => {
      const ofPath = operations.filter((operation) => operation.path === path);
      const methods = ofPath.map(({ method }) => method.toUpperCase());
      const { answer } = await platform.ask(ofPath[0]?.id ?? '', { method: 'PUT' });
      expect([answer.status, answer.headers['allow']?.split(', ').toSorted()]).toEqual([
        405,
        methods.toSorted(),
      ]);
    },
  );
});
