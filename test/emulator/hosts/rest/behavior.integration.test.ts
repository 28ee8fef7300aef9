import { describe, expect, it } from 'vitest';
import { evaluateBehavior, parseBehavior } from '../../../../src/behavior/index.ts';
import { envelopeError } from './rest-calls.ts';
import { useTwoAgents } from './two-agents.ts';

const { base, foreign, pathOf } = useTwoAgents('behavior');
const MAIN = pathOf('shop', 'main');
const DRAFT = pathOf('shop', 'draft');
const notFound = envelopeError(404, 'NOT_FOUND', 'Resource not found');

describe('behaviour (R-5.1, R-5.5)', () => {
  it('the behaviour of a new agent has no issues and differs for each channel', async () => {
    const { status, body } = await base('GET', MAIN);
    const { behavior } = body as { behavior: string };
    expect([status, parseBehavior(behavior).issues]).toEqual([200, []]);
    const evaluated = (['voice', 'webchat', 'sms'] as const).map((channel) =>
      evaluateBehavior(behavior, { channel, language: 'en' }),
    );
    expect(new Set(evaluated).size).toBe(3);
  });

  it('replaces behaviour and returns it exactly as given (R-13.1)', async () => {
    const behavior = ' <channel:fax>\r\nRules\u0001 😀 </language>';
    expect(await base('PATCH', DRAFT, { behavior })).toEqual({ status: 200, body: { behavior } });
    expect(await base('GET', DRAFT)).toEqual({ status: 200, body: { behavior } });
  });

  it('behaviour belongs to one branch of one agent; a new branch has the text of main (R-5.6)', async () => {
    const warehouse = pathOf('warehouse', 'draft');
    const main = await base('GET', MAIN);
    const before = await base('GET', warehouse);
    expect([main.status, before]).toEqual([200, await base('GET', pathOf('warehouse', 'main'))]);
    await base('PATCH', DRAFT, { behavior: 'draft' });
    expect((await base('GET', DRAFT)).body).toEqual({ behavior: 'draft' });
    expect([await base('GET', MAIN), await base('GET', warehouse)]).toEqual([main, before]);
  });

  it('the behaviour of main is read-only (R-5.6)', async () => {
    const before = await base('GET', MAIN);
    expect(await base('PATCH', MAIN, { behavior: 'x' })).toEqual(
      envelopeError(422, 'UNPROCESSABLE_ENTITY', 'Cannot directly update main branch'),
    );
    expect(await base('GET', MAIN)).toEqual(before);
  });

  it.each([pathOf('shop', 'other'), pathOf('nobody', 'main'), pathOf('constructor', 'main')])(
    'there is no behaviour at %s',
    async (path) => {
      expect(await base('GET', path)).toEqual(notFound);
      expect(await base('PATCH', path, { behavior: 'x' })).toEqual(notFound);
    },
  );

  it('behaviour of another agent does not exist for the key (R-1.6)', async () => {
    expect(await foreign('GET', MAIN)).toEqual(notFound);
    expect(await foreign('PATCH', MAIN, { behavior: 'taken over' })).toEqual(notFound);
    expect(await foreign('PATCH', DRAFT, { behavior: 'taken over' })).toEqual(notFound);
    expect((await base('GET', DRAFT)).body).toEqual({ behavior: 'draft' });
  });

  it.each([
    [{ behavior: '' }, 'behavior must be a string of at least one character'],
    [{ behavior: null }, 'behavior must be a string of at least one character'],
    [{ behavior: ['x'] }, 'behavior must be a string of at least one character'],
    [{ behavior: 'a\u0000b' }, 'behavior must be Unicode text without U+0000'],
    [{ behavior: '\ud83d' }, 'behavior must be Unicode text without U+0000'],
    [{}, 'behavior is required'],
  ])('behaviour cannot be %j', async (body, text) => {
    expect(await base('PATCH', DRAFT, body)).toEqual(envelopeError(400, 'VALIDATION_ERROR', text));
  });

  it('behaviour may be one character', async () => {
    expect(await base('PATCH', DRAFT, { behavior: '.' })).toEqual({ status: 200, body: { behavior: '.' } });
  });
});
