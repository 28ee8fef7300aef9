import { describe, expect, it } from 'vitest';
import { plural } from '../../src/widget/plural.ts';
import { showPanel } from './support/panel.tsx';
import { message, NOON } from './support/scripted-chat.ts';

const DAY_MS = 86_400_000;

describe('the days of a conversation', () => {
  it('are told apart, today and yesterday by name', () => {
    const { screen, happen, chat } = showPanel();
    happen(() => {
      for (const [id, daysAgo] of Object.entries({ a: 400, b: 3, c: 3, d: 1, e: 0 })) {
        chat.add(message({ id, author: 'agent', text: id, at: NOON - daysAgo * DAY_MS }));
      }
    });
    const days = [...screen.getByRole('log').querySelectorAll('.day')].map((it) => it.textContent);
    expect(days).toEqual(['Friday 30 October', 'yesterday', 'today']);
  });

  it('begin a group of their own', () => {
    const { happen, chat, row } = showPanel();
    happen(() => {
      chat.add(
        message({ id: 'a', author: 'agent', text: 'late', at: new Date(2026, 10, 1, 23, 59).getTime() }),
      );
      chat.add(
        message({ id: 'b', author: 'agent', text: 'early', at: new Date(2026, 10, 2, 0, 1).getTime() }),
      );
    });
    expect(row('b').dataset['first']).toBe('true');
  });
});

describe('the room that is left in a message', () => {
  it('is told near the limit only, in bytes of the whole frame, and what is over it is said before it is sent', async () => {
    const { screen, happen, chat, ui } = showPanel();
    const told = () => document.querySelector('.remaining')?.textContent ?? null;
    happen(() => {
      chat.maxFrameBytes.value = 1_000;
      ui.draft.value = 'x'.repeat(500);
    });
    const short = told();
    happen(() => {
      ui.draft.value = 'x'.repeat(700);
    });
    const near = told();
    happen(() => {
      ui.draft.value = '€'.repeat(400);
    });
    expect([short, near, told(), screen.getByRole<HTMLTextAreaElement>('textbox').value.length]).toEqual([
      null,
      expect.stringMatching(/^\d+ characters left$/),
      'Not sent: this message is too long.',
      400,
    ]);
  });
});

describe('a plural', () => {
  it.each([
    ['one=1 character left|other={count} characters left', 1, 'en', '1 character left'],
    ['one=1 character left|other={count} characters left', 12_345, 'en', '12,345 characters left'],
    ['one=a|few={count} b|many={count} c|other=d', 3, 'pl', '3 b'],
    ['one=a|few={count} b|many={count} c|other=d', 5, 'pl', '5 c'],
    ['other={count}', 2, 'ar', new Intl.NumberFormat('ar').format(2)],
  ])('of %s for %i in %s is %s', (forms, count, locale, text) => {
    expect(plural(forms, count, locale)).toBe(text);
  });
});

describe('a picture of somebody', () => {
  it('gives way to the first letter of the name when it cannot be loaded', () => {
    const { happen, chat, config, row } = showPanel();
    happen(() => {
      config.value = { header: { text: 'Northwind' }, default_locale: 'en', image_hosts: ['img.example'] };
      chat.add(
        message({
          id: 'a',
          author: 'live-agent',
          text: 'Hello',
          person: { name: 'Noor', avatarUrl: 'https://img.example/noor.png' },
        }),
      );
    });
    const picture = row('a').querySelector('img.avatar');
    happen(() => picture?.dispatchEvent(new Event('error')));
    expect([picture !== null, row('a').querySelector('.avatar')?.textContent]).toEqual([true, 'N']);
  });
});
