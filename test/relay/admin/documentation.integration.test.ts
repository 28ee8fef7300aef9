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
  it('the OpenAPI 3.1 document gives every operation a unique id and a scope', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/openapi.json', { origin: null });
    const { openapi, paths } = answer.json as Document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect([answer.status, openapi]).toEqual([200, '3.1.0']);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    const withoutKey = operations.filter((operation) => operation.security.length === 0);
    expect(withoutKey.map((operation) => operation.operationId)).toEqual(['receiveWebhook']);
  });

  it('S-07: the document has the version of the interface, not the relay’s', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/openapi.json', { origin: null });
    expect(answer.json).toMatchObject({ info: { version: '1' } });
    expect(answer.text).not.toContain(manifest.version);
  });

  it('documents the receiver of webhooks, with a signature instead of a key', async () => {
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
      '`start_time`, `end_time`: is required with query_type and with sample',
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
      .filter((operation) => !('4XX' in operation.responses))
      .map((item) => item.operationId);
    expect(withoutPlatform.sort()).toEqual([
      'deleteMessage',
      'endPreviousWebhookSecret',
      'getAudit',
      'getInsights',
      'getInstall',
      'getMetricHistory',
      'getOverview',
      'getReport',
      'lintBehavior',
      'listAlertReceivers',
      'listAnnotations',
      'listBehaviorVersions',
      'listBranches',
      'listKeys',
      'listMessages',
      'listOutboundCalls',
      'listWebhookEvents',
      'listWebhookSecrets',
      'previewBehavior',
      'readSuite',
      'receiveWebhook',
      'streamEvents',
      'testAlertReceivers',
    ]);
  });

  it('the address of the former page leads to the console', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { status, headers } = await call('/admin/docs', { origin: null });
    expect([status, headers.get('location')]).toEqual([308, '/console/operations']);
  });
});
