import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { ADMIN_ENV } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

const open = useBench();

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
}

describe('documentation of the admin interface', () => {
  it('is an OpenAPI 3.1 document in which every operation has a unique id and a scope', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/openapi.json', { origin: null });
    const { openapi, paths } = answer.json as Document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect([answer.status, openapi]).toEqual([200, '3.1.0']);
    expect(new Set(operations.map((it) => it.operationId)).size).toBe(operations.length);
    const withoutKey = operations.filter((it) => it.security.length === 0);
    expect(withoutKey.map((it) => it.operationId)).toEqual(['receiveWebhook']);
  });

  it('S-07: tells the version of the interface and not that of the relay', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answers = [
      await call('/admin/openapi.json', { origin: null }),
      await call('/admin/docs', { origin: null }),
    ];
    expect(answers[0]?.json).toMatchObject({ info: { version: '1' } });
    expect(answers.filter((it) => it.text.includes(manifest.version))).toEqual([]);
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
        { name: 'x-service-timestamp', in: 'header' },
        { name: 'x-service-signature', in: 'header' },
      ],
    });
  });

  it('is also a page with every operation, without scripts and external resources', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { paths } = (await call('/admin/openapi.json', { origin: null })).json as Document;
    const page = await call('/admin/docs', { origin: null });
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((it) => it.operationId));
    expect(ids.filter((id) => !page.text.includes(`<article id="${id}">`))).toEqual([]);
    expect(page.text).not.toMatch(/<script|src=|https?:/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });
});
