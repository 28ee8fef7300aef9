import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { ADMIN_ENV } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

const open = useBench();

interface Document {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        description?: string;
        security: object[];
        responses: object;
        parameters?: { name: string; in: string; description?: string; schema: { description?: string } }[];
      }
    >
  >;
}

describe('documentation of the admin interface', () => {
  it('is an OpenAPI 3.1 document in which every operation has a unique id and a scope', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/openapi.json', { origin: null });
    const { openapi, paths } = answer.json as Document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect([answer.status, openapi]).toEqual([200, '3.1.0']);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    const withoutKey = operations.filter((operation) => operation.security.length === 0);
    expect(withoutKey.map((item) => item.operationId)).toEqual(['receiveWebhook']);
  });

  it('S-07: tells the version of the interface and not that of the relay', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answers = [
      await call('/admin/openapi.json', { origin: null }),
      await call('/admin/docs', { origin: null }),
    ];
    expect(answers[0]?.json).toMatchObject({ info: { version: '1' } });
    expect(answers.filter((answer) => answer.text.includes(manifest.version))).toEqual([]);
  });

  it('contains the receiver of webhooks, which needs a signature instead of a key', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { paths } = (await call('/admin/openapi.json', { origin: null })).json as Document;
    const receiver = paths['/admin/v1/webhooks/{name}']?.['post'];
    expect(receiver).toMatchObject({
      security: [],
      responses: { 200: {}, 400: {}, 401: {}, 413: {}, 429: {}, 503: {} },
      parameters: [
        { name: 'name', in: 'path' },
        ...['x-service-timestamp', 'x-polyai-timestamp', 'x-service-signature', 'x-polyai-signature'].map(
          (name) => ({
            name,
            in: 'header',
            required: false,
            schema: {
              description: expect.stringMatching(/One of `x-service-\w+` and `x-polyai-\w+` is required/),
            },
          }),
        ),
      ],
    });
  });

  it('describes every parameter of a query, and the rules between them', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { paths } = (await call('/admin/openapi.json', { origin: null })).json as Document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const undescribed = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(
          (parameter) => parameter.in === 'query' && !parameter.description && !parameter.schema.description,
        )
        .map((parameter) => `${operationId} ${parameter.name}`),
    );
    expect(undescribed).toEqual([]);
    const list = paths['/admin/v1/conversations']?.['get'];
    //
    for (const rule of [
      '`sample` cannot be combined with query_type',
      '`query` is required with query_type',
      '`turn_type` is for query_type=transcript only',
      '`variant_name` cannot be combined with variant_id',
      '`start_time` is required with query_type and with sample',
    ]) {
      expect(list?.description).toContain(rule);
    }
    expect(paths['/admin/v1/concurrency']?.['get']?.description).toContain(
      '`variant_name` cannot be combined with variant_id',
    );
    //
    const version = list?.parameters?.find((parameter) => parameter.name === 'version');
    expect(version?.description ?? version?.schema.description).toMatch(
      /v1.*31 August 2026.*v2.*existing customers|v2.*existing customers.*v1.*31 August 2026/,
    );
  });

  it('lists refusals of the platform only where the platform is called', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { paths } = (await call('/admin/openapi.json', { origin: null })).json as Document;
    const withoutPlatform = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter((item) => !('4XX' in item.responses))
      .map((item) => item.operationId);
    expect(withoutPlatform.sort()).toEqual([
      'endPreviousWebhookSecret',
      'getAudit',
      'getInsights',
      'getInstall',
      'getMetricHistory',
      'getOverview',
      'getReport',
      'getReportHtml',
      'lintBehavior',
      'listAlertReceivers',
      'listAnnotations',
      'listBehaviorVersions',
      'listBranches',
      'listKeys',
      'listOutboundCalls',
      'listWebhookEvents',
      'listWebhookSecrets',
      'previewBehavior',
      'receiveWebhook',
      'streamEvents',
      'testAlertReceivers',
    ]);
  });

  it('lists the codes of problems with their status on its page', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const [, section = ''] = (await call('/admin/docs', { origin: null })).text.split(
      '<section id="problems">',
    );
    const rows = [
      ...section.matchAll(/<tr><td><code>(\w+)<\/code><\/td><td>(\d{3})<\/td><td>([^<]+)<\/td>/g),
    ];
    const found = rows.map(([, code, status]) => `${status} ${code}`);
    expect(found).toEqual(expect.arrayContaining(['400 invalid_request', '409 conflict', '503 unavailable']));
    expect(found).toEqual([...new Set(found)].sort());
  });

  it('is also a page with every operation, without scripts and external resources', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { paths } = (await call('/admin/openapi.json', { origin: null })).json as Document;
    const page = await call('/admin/docs', { origin: null });
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((value) => value.operationId),
    );
    expect(ids.filter((id) => !page.text.includes(`<article id="${id}">`))).toEqual([]);
    // An address may stand in an example, and lead nowhere.
    expect(page.text).not.toMatch(/<script|<link|<img|<iframe|src=|url\(|href="(?!#|docs|openapi\.json")/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
  });

  it.each([
    ['handoff', ['exportConversations', 'listConversations', 'getHandoffState'], []],
    ['  ATTRIBUTE   patch ', ['renameAttribute'], []],
    ['event_types', ['createWebhookEndpoint', 'updateWebhookEndpoint'], []],
    ['too_many_requests', [], ['too_many_requests']],
    ['nothing has this', [], []],
  ])('shows on its page only what has the words %j', async (search, operations, codes) => {
    const { call } = await open({ env: ADMIN_ENV });
    const query = new URLSearchParams({ q: search });
    const { status, text } = await call(`/admin/docs?${query}`, { origin: null });
    const ids = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, id]) => id);
    expect([
      status,
      ids(/<article id="(\w+)"/g),
      ids(/<tr><td><code>(\w+)<\/code><\/td><td>\d{3}<\/td>/g),
    ]).toEqual([200, operations, codes]);
    expect(text).toContain(`value="${search.trim()}"`);
    expect(text).toContain(
      `Found ${operations.length} ${operations.length === 1 ? 'operation' : 'operations'} and ${codes.length} ${codes.length === 1 ? 'problem code' : 'problem codes'}.`,
    );
  });

  it('shows what was searched as text, and the beginning of a long search', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const pageOf = async (q: string) =>
      (await call(`/admin/docs?${new URLSearchParams({ q })}`, { origin: null })).text;
    expect(await pageOf('"><script>alert(1)</script>')).toContain(
      'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
    );
    const long = await pageOf('x'.repeat(5_000));
    expect([long.includes(`value="${'x'.repeat(100)}"`), long.length < 10_000]).toEqual([true, true]);
    expect(await pageOf('  ')).toBe((await call('/admin/docs', { origin: null })).text);
  });
});
