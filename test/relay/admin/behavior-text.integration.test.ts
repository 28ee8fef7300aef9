import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

const open = useBench();
const errorsOf = ({ json }: { readonly json: unknown }) => (json as { errors?: unknown }).errors;

describe('behaviour text in the admin interface', () => {
  it('reports issues of a behaviour text with line and column', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const invalid = { behavior: 'Be kind.\n  <channel:fax>Hello</channel>' };
    const answers = [
      await call('/admin/v1/behavior/lint', as('read', { method: 'POST', body: invalid })),
      await call('/admin/v1/behavior/lint', as('read', { method: 'POST', body: { behavior: 'Be kind.' } })),
    ];
    expect(answers.map((answer) => answer.json)).toEqual([
      {
        ok: false,
        faults: [{ line: 2, column: 3, code: 'unknown_channel', message: expect.stringContaining('voice') }],
      },
      { ok: true, faults: [] },
    ]);
  });

  it('evaluates a behaviour text for a channel and a language', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const behavior = 'Be kind.<channel:voice> Speak slowly.</channel><language:fr> Vouvoyez.</language>';
    const answer = await call(
      '/admin/v1/behavior/preview',
      as('read', { method: 'POST', body: { behavior, channel: 'webchat', language: 'fr-CA' } }),
    );
    expect(answer.json).toEqual({ text: 'Be kind. Vouvoyez.' });
  });

  it('refuses a request with all its field errors together', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call(
      '/admin/v1/behavior/preview',
      as('read', { method: 'POST', body: { behavior: 7, channel: 'fax', language: 'english', extra: 1 } }),
    );
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      [
        { field: 'behavior', message: expect.any(String) },
        { field: 'channel', message: expect.any(String) },
        { field: 'language', message: 'must be a language tag such as en or en-GB' },
        { field: 'extra', message: 'is not known here' },
      ],
    ]);
  });

  it('checks a suite, and writes its short forms out', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const read = async (suite: string) =>
      (await call('/admin/v1/behavior/suite', as('read', { method: 'POST', body: { suite } }))).json;
    expect(await read('at_least: 0.9\ncases: [{ say: Hi, expect: Iris }]')).toEqual({
      faults: [],
      suite: {
        environment: 'live',
        cases: [{ name: 'Hi', at_least: 0.9, turns: [{ say: 'Hi', expect: { says: ['Iris'] } }] }],
      },
    });
    expect(await read('cases: [{ sai: Hi }]')).toEqual({
      faults: [
        { line: 1, column: 9, message: 'case 1: must have either say and expect, or turns' },
        { line: 1, column: 11, message: 'case 1, sai: is unknown here; did you mean say?' },
      ],
      suite: null,
    });
  });

  it('accepts a behaviour text of up to one megabyte', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const lint = (length: number) =>
      call('/admin/v1/behavior/lint', as('read', { method: 'POST', body: { behavior: 'x'.repeat(length) } }));
    const room = 1024 * 1024 - JSON.stringify({ behavior: '' }).length;
    expect([(await lint(room)).status, (await lint(room + 1)).status]).toEqual([200, 413]);
  });
});
