import { batch } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { plural } from '../../../src/widget/locales/plural.ts';
import * as restParts from '../../../src/widget/rest/rest-parts.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message, NOON, notice } from '../support/scripted-chat.ts';

const DAY_MS = 86_400_000;

describe('parts that load later', () => {
  it('lazy views format answers in place of their plain text', () => {
    const { chat, rest, frames, row, update } = showPanel();
    update(() => {
      rest.value = null;
      chat.add(message({ id: 'a', author: 'agent', text: 'some **bold', streaming: true }));
    });
    update(() => chat.change('a', { text: 'some **bold** words.' }));
    const text = () => row('a').querySelector('.text');
    update(() => chat.add(message({ id: 'u', author: 'user', text: 'my **own**' })));
    expect(['a', 'u'].map((id) => row(id).querySelector('.bubble')?.textContent)).toEqual([
      'some bold words.',
      'my **own**',
    ]);
    update(() => {
      rest.value = restParts;
    });
    update(() => chat.change('a', { streaming: false }));
    frames.next();
    expect(text()?.innerHTML).toBe('<p>some <strong>bold</strong> words.</p>');
  });

  it.each(['idle', 'connecting', 'online', 'reconnecting', 'offline', 'failed'] as const)(
    'lazy views bring their own words: without them a chat that is %s misses none',
    (connection) => {
      const { chat, clock, rest, screen, update } = showPanel({}, (scripted) => {
        scripted.connection.value = connection;
        scripted.liveAgent.value = {};
      });
      update(() => {
        rest.value = null;
        chat.add(message({ id: 'a', author: 'agent', text: 'Hello' }));
      });
      update(() => clock.advance(20_000));
      update(() => {
        chat.liveAgent.value = null;
      });
      const dialog = screen.getByRole('dialog');
      const unnamed = [...dialog.querySelectorAll('button, textarea, p, [role="log"]')].filter(
        (element) => !(element.textContent || element.getAttribute('aria-label')),
      );
      expect([unnamed, dialog.outerHTML.includes('undefined')]).toEqual([[], false]);
    },
  );

  it('lazy views show a notice as soon as they are there', () => {
    const { chat, rest, row, update } = showPanel();
    update(() => {
      rest.value = null;
      chat.add(notice('n', { notice: 'handoff_started' }));
    });
    expect(() => row('n')).toThrow('no row');
    update(() => {
      rest.value = restParts;
    });
    expect(row('n').textContent).not.toBe('');
  });
});

describe('suggestions', () => {
  it('suggestions appear below a text that came at the same moment, and are not pushed away', async () => {
    const { chat, row, screen, update } = showPanel();
    update(() => chat.add(message({ id: 'a', author: 'agent', text: 'One', streaming: true })));
    update(() =>
      batch(() => {
        chat.change('a', { text: 'One two three', streaming: false });
        chat.suggestions.value = [{ messageText: 'Where is my order?' }];
      }),
    );
    await Promise.resolve();
    expect(screen.getByRole('button', { name: 'Where is my order?' })).toBeTruthy();
    expect(row('a').querySelector('.text')?.textContent).toBe('One two three');
  });
});

describe('day separators', () => {
  it('day separators name today and yesterday, and show the date of other days', () => {
    const { screen, update, chat } = showPanel();
    update(() => {
      for (const [id, daysAgo] of Object.entries({ a: 400, b: 3, c: 3, d: 1, e: 0 })) {
        chat.add(message({ id, author: 'agent', text: id, at: NOON - daysAgo * DAY_MS }));
      }
    });
    const days = [...screen.getByRole('log').querySelectorAll('.day')].map((element) => element.textContent);
    expect(days).toEqual(['Friday 30 October', 'yesterday', 'today']);
  });

  it('a day separator starts a new group of messages', () => {
    const { update, chat, row } = showPanel();
    update(() => {
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

describe('the character counter', () => {
  it('the character counter appears near the size limit of the frame, and shows an error above it', async () => {
    const { screen, update, chat, ui } = showPanel();
    const counter = () => document.querySelector('.character-counter')?.textContent ?? null;
    update(() => {
      chat.maxFrameBytes.value = 1_000;
      ui.draft.value = 'x'.repeat(500);
    });
    const short = counter();
    update(() => {
      ui.draft.value = 'x'.repeat(800);
    });
    const near = counter();
    update(() => {
      ui.draft.value = '€'.repeat(400);
    });
    expect([short, near, counter(), screen.getByRole<HTMLTextAreaElement>('textbox').value.length]).toEqual([
      null,
      expect.stringMatching(/^\d+ characters left$/),
      'Too long by 387 characters',
      400,
    ]);
  });
});

describe('a plural form', () => {
  it.each([
    ['one=1 character left|other={count} characters left', 1, 'en', '1 character left'],
    ['one=1 character left|other={count} characters left', 12_345, 'en', '12,345 characters left'],
    ['one=a|few={count} b|many={count} c|other=d', 3, 'pl', '3 b'],
    ['one=a|few={count} b|many={count} c|other=d', 5, 'pl', '5 c'],
    ['other={count}', 2, 'ar', new Intl.NumberFormat('ar').format(2)],
  ])('the plural form of %s for %i in %s is %s', (forms, count, locale, text) => {
    expect(plural(forms, count, locale)).toBe(text);
  });
});

it('white space beside a card makes no bubble', () => {
  const { update, chat, row } = showPanel();
  const attachments = [{ title: 'Oak table', contentType: 'image' }] as const;
  update(() => chat.add(message({ id: 'a', author: 'agent', text: '\u200b\n', attachments })));
  expect([row('a').querySelector('.bubble'), row('a').textContent]).toEqual([
    null,
    expect.stringContaining('Oak table'),
  ]);
});

describe('an avatar', () => {
  it('an avatar shows the initial if its image cannot be loaded', () => {
    const { update, chat, config, row } = showPanel();
    update(() => {
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
    const image = row('a').querySelector('img.avatar');
    update(() => image?.dispatchEvent(new Event('error')));
    expect([image !== null, row('a').querySelector('.avatar')?.textContent]).toEqual([true, 'N']);
  });

  it.each([
    ['🇩🇪 Anna', 'A'],
    ['👩‍🚒 élodie', 'É'],
    ['\u200d\u202eOmar', 'O'],
    ['«Ян»', 'Я'],
    ['007', '0'],
    ['***', ''],
  ])('the initial of %s is “%s”', (name, initial) => {
    const { update, chat, row } = showPanel();
    update(() => chat.add(message({ id: 'a', author: 'live-agent', text: 'Hello', person: { name } })));
    expect(row('a').querySelector('.avatar')?.textContent).toBe(initial);
  });
});
