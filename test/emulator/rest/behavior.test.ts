import { describe, expect, it } from 'vitest';
import { evaluateBehavior, parseBehavior } from '../../../src/behavior/index.ts';
import { enveloped } from './caller.ts';
import { useTwoAgents } from './two-agents.ts';

const { base, foreign, pathOf } = useTwoAgents('behavior');
const MAIN = pathOf('shop', 'main');
const DRAFT = pathOf('shop', 'draft');
const notFound = enveloped(404, 'NOT_FOUND', 'Resource not found');

describe('behaviour (specification, Behavior)', () => {
  it('of a new agent is a text without a fault that says something else to each channel', async () => {
    const { status, body } = await base('GET', MAIN);
    const { behavior } = body as { behavior: string };
    expect([status, parseBehavior(behavior).faults]).toEqual([200, []]);
    const heard = (['voice', 'webchat', 'sms'] as const).map((channel) =>
      evaluateBehavior(behavior, { channel, language: 'en' }),
    );
    expect(new Set(heard).size).toBe(3);
  });

  it('is replaced, and read as it was given', async () => {
    const behavior = ' <channel:fax>\r\nRules\u0001 😀 </language>';
    expect(await base('PATCH', MAIN, { behavior })).toEqual({ status: 200, body: { behavior } });
    expect(await base('GET', MAIN)).toEqual({ status: 200, body: { behavior } });
  });

  it('belongs to one branch of one agent', async () => {
    expect(await base('GET', DRAFT)).toEqual(notFound);
    await base('PATCH', DRAFT, { behavior: 'draft' });
    await base('PATCH', MAIN, { behavior: 'main' });
    expect((await base('GET', DRAFT)).body).toEqual({ behavior: 'draft' });
    expect((await base('GET', MAIN)).body).toEqual({ behavior: 'main' });
    expect((await base('GET', pathOf('warehouse', 'main'))).body).not.toEqual({ behavior: 'main' });
  });

  it.each([pathOf('shop', 'other'), pathOf('nobody', 'main'), pathOf('constructor', 'main')])(
    'is not at %s',
    async (path) => {
      expect(await base('GET', path)).toEqual(notFound);
      expect(await base('PATCH', path, { behavior: 'x' })).toEqual(notFound);
    },
  );

  it('of another agent than the key’s is not there to read or replace', async () => {
    expect(await foreign('GET', MAIN)).toEqual(notFound);
    expect(await foreign('PATCH', MAIN, { behavior: 'taken over' })).toEqual(notFound);
    expect((await base('GET', MAIN)).body).toEqual({ behavior: 'main' });
  });

  it.each([
    [{ behavior: '' }, 'behavior must be a string of at least one character'],
    [{ behavior: null }, 'behavior must be a string of at least one character'],
    [{ behavior: ['x'] }, 'behavior must be a string of at least one character'],
    [{ behavior: 'a\u0000b' }, 'behavior must be Unicode text without U+0000'],
    [{ behavior: '\ud83d' }, 'behavior must be Unicode text without U+0000'],
    [{}, 'behavior is required'],
  ])('cannot be %j', async (body, text) => {
    expect(await base('PATCH', MAIN, body)).toEqual(enveloped(400, 'VALIDATION_ERROR', text));
  });

  it('may be one character', async () => {
    expect(await base('PATCH', MAIN, { behavior: '.' })).toEqual({ status: 200, body: { behavior: '.' } });
  });
});
