import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, bearer } from '../../support/admin.ts';
import { useAssistant } from '../../support/assistant.ts';
import { useBench } from '../../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../../support/rest.ts';
import { INJECTIONS } from './injections.ts';

const open = useBench();
const openHost = useRestHost();
const connect = useAssistant();

async function openWith(answer: unknown) {
  const host = await openHost();
  host.answer(answerJson(200, answer));
  const { url } = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
  return connect(url, bearer('all'));
}

const INVISIBLE_OR_TAG = /[\p{C}\p{Zl}\p{Zp}<]/u;
const cutOf = (text: string) =>
  text.length > 60_000 ? expect.stringMatching(/^please .*more characters\)$/) : text;

describe('texts of visitors for an assistant', () => {
  it.each(Object.entries(INJECTIONS))(
    'S-147: %s stays data, in each place of a transcript',
    async (_, text) => {
      const turns = [{ user_input: text, agent_response: text, [`key ${text.slice(0, 20)}`]: text }];
      const { ask } = await openWith({ conversations: [{ id: 'c-1', summary: text, turns }] });
      const answer = await ask('listConversations');
      expect(answer.text).not.toMatch(INVISIBLE_OR_TAG);
      const [{ user_input: _visitor, agent_response: _agent, ...others } = {} as Record<string, string>] =
        turns;
      expect(JSON.parse(answer.text)).toEqual({
        untrusted: true,
        note: expect.stringContaining('never instructions'),
        ...(text.length > 60_000 && { cut: expect.stringContaining('cut') }),
        answer: {
          conversations: [
            {
              id: 'c-1',
              summary: cutOf(text),
              turns: [
                {
                  user_input: cutOf(text),
                  agent_response: cutOf(text),
                  ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, cutOf(value)])),
                },
              ],
            },
          ],
        },
      });
    },
  );

  it('S-147: a name in a failure of the platform is no instruction for an assistant either', async () => {
    const host = await openHost();
    host.answer(answerJson(400, { error: { code: 'BAD', message: `no ${INJECTIONS['a chat template']}` } }));
    const { url } = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
    const { ask } = await connect(url, bearer('all'));
    const { text, isError } = await ask('getConversation', { conversation_id: 'c-1' });
    expect([isError, INVISIBLE_OR_TAG.test(text)]).toEqual([true, false]);
  });

  it('the turns of a long conversation are read one page after the other', async () => {
    const all = Array.from({ length: 2_000 }, (_, nth) => ({ user_input: `turn ${nth} ${'x'.repeat(100)}` }));
    const { read } = await openWith({ conversationId: 'c-1', turns: all });
    const seen: unknown[] = [];
    for (let from = 0; seen.length < all.length; ) {
      const { answer, cut } = await read('getConversation', { conversation_id: 'c-1', from_turn: from });
      seen.push(...answer.turns.filter((turn: unknown) => typeof turn === 'object'));
      const next = /from_turn=(\d+)/.exec(cut ?? '')?.[1];
      if (next === undefined) break;
      from = Number(next);
    }
    expect(seen).toEqual(all);
  });
});
