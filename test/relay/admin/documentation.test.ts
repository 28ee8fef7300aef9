import { describe, expect, it } from 'vitest';
import { ADMIN_ENV } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

const open = useBench();

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { operationId: string; security: { adminKey: string[] }[] }>>;
}

describe('documentation of the admin side', () => {
  it('is an OpenAPI 3.1 document in which every operation has a name of its own and a scope', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call('/admin/openapi.json', { origin: null });
    const { openapi, paths } = answer.json as Document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect([answer.status, openapi]).toEqual([200, '3.1.0']);
    expect(new Set(operations.map((it) => it.operationId)).size).toBe(operations.length);
    expect(operations.filter((it) => !it.security[0]?.adminKey.length)).toEqual([]);
  });

  it('is a page for people, too: every operation is on it, and nothing on it runs or comes from elsewhere', async () => {
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
