import { describe, expect, it } from 'vitest';
import { ADMIN_ENV } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

const open = useBench();
const policyOf = ({ headers }: { readonly headers: Headers }) =>
  (headers.get('content-security-policy') ?? '').split('; ');

describe('the preview of the widget', () => {
  it('only the console may frame the preview, and the preview frames and calls nothing else', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const page = await call('/console/preview', { origin: null });
    expect([page.status, policyOf(page)]).toEqual([
      200,
      [
        "default-src 'none'",
        "script-src 'self'",
        'img-src https: data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
    ]);
    const pageOfConsole = policyOf(await call('/console/install', { origin: null }));
    expect(pageOfConsole.filter((it) => it.startsWith('frame-'))).toEqual([
      "frame-src 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it('the preview serves no files but the widget’s', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const paths = ['assets/../console.js', 'assets/none.js', 'console.js', '1/widget.js'];
    const answers = await Promise.all(paths.map((it) => call(`/console/preview/${it}`, { origin: null })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
