import { describe, expect, it } from 'vitest';
import { envelopeError } from './rest-calls.ts';
import { useTwoAgents } from './two-agents.ts';

const { base, foreign, pathOf } = useTwoAgents('attributes');
const MAIN = pathOf('shop', 'main');
const NOT_FOUND = envelopeError(404, 'NOT_FOUND', 'Resource not found');
const RULE = 'name must be a string of at least one character';

async function createAttribute(name: string, path = MAIN): Promise<string> {
  const { status, body } = await base('POST', path, { name });
  expect([status, body]).toEqual([201, { id: expect.stringMatching(/^attr_[A-Za-z0-9]{22}$/), name }]);
  return (body as { id: string }).id;
}

describe('attributes (R-17.1, R-17.2)', () => {
  it('creates, lists, renames and deletes attributes of a branch, the oldest first', async () => {
    const draft = pathOf('shop', 'draft');
    const [first, second] = [await createAttribute('tone', draft), await createAttribute('greeting', draft)];
    expect(await base('PATCH', `${draft}/${first}`, { name: 'voice' })).toEqual({
      status: 200,
      body: { id: first, name: 'voice' },
    });
    const both = [
      { id: first, name: 'voice' },
      { id: second, name: 'greeting' },
    ];
    expect(await base('GET', draft)).toEqual({ status: 200, body: { attributes: both } });
    expect(await base('DELETE', `${draft}/${first}`)).toEqual({ status: 200, body: { id: first } });
    expect(await base('GET', draft)).toEqual({ status: 200, body: { attributes: both.slice(1) } });
    expect(await base('DELETE', `${draft}/${first}`)).toEqual(NOT_FOUND);
    expect(await base('PATCH', `${draft}/${first}`, { name: 'x' })).toEqual(NOT_FOUND);
    expect((await base('GET', MAIN)).body).toEqual({ attributes: [] });
  });

  it.each([
    [{}, 'name is required'],
    [{ name: '' }, RULE],
    [{ name: 7 }, RULE],
    [{ name: 'a\u0000' }, 'name must be Unicode text without U+0000'],
    [{ name: 'x', id: 'mine' }, 'id is not known here'],
  ])('refuses attributes with 400 for %j, in creation and change', async (body, text) => {
    const id = await createAttribute('kept');
    const answer = envelopeError(400, 'VALIDATION_ERROR', text);
    expect(await base('POST', MAIN, body)).toEqual(answer);
    expect(await base('PATCH', `${MAIN}/${id}`, body)).toEqual(answer);
    expect(await base('DELETE', `${MAIN}/${id}`)).toEqual({ status: 200, body: { id } });
  });

  it('an attribute may have a name of one character', async () => {
    const id = await createAttribute('x');
    expect((await base('PATCH', `${MAIN}/${id}`, { name: 'y' })).status).toBe(200);
  });

  it('attributes of another agent or branch do not exist (R-1.6)', async () => {
    const id = await createAttribute('mine');
    const elsewhere = [MAIN, pathOf('warehouse', 'main')].map((path) => [foreign, `${path}/${id}`] as const);
    for (const [call, path] of [...elsewhere, [base, `${pathOf('shop', 'draft')}/${id}`] as const]) {
      expect(await call('PATCH', path, { name: 'x' })).toEqual(NOT_FOUND);
      expect(await call('DELETE', path)).toEqual(NOT_FOUND);
    }
    expect(await foreign('GET', MAIN)).toEqual(NOT_FOUND);
    expect(await foreign('POST', MAIN, { name: 'x' })).toEqual(NOT_FOUND);
    expect((await base('GET', MAIN)).body).toMatchObject({
      attributes: expect.arrayContaining([{ id, name: 'mine' }]),
    });
  });
});
