import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/chat/model/model.ts';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { createUi } from '../../../src/widget/context/ui.ts';
import type { WidgetContext } from '../../../src/widget/context/widget-context.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';
import * as restParts from '../../../src/widget/rest/rest-parts.ts';
import { transcriptHtml } from '../../../src/widget/seldom/transcript-html.ts';
import { createScriptedChat, message, notice } from '../support/scripted-chat.ts';

function pageOf(entries: readonly Entry[], locale = 'en-GB'): Document {
  const chat = createScriptedChat();
  chat.transcript.value = entries;
  const context = {
    chat,
    ui: createUi(),
    locale: signal(locale),
    strings: signal(english),
    options: {},
    config: signal({ ...DEFAULT_WIDGET_CONFIG, header: { text: 'Lumen & Oak <b>' } }),
  } as unknown as WidgetContext;
  return new DOMParser().parseFromString(transcriptHtml(context, restParts), 'text/html');
}

const lines = (page: Document) =>
  [...page.querySelectorAll('article, .notice')].map((element) => element.textContent?.replace(/\s+/g, ' '));

describe('the downloaded transcript', () => {
  it('the downloaded transcript has a title, authors, times and notices', () => {
    const page = pageOf([
      message({ id: 'a', author: 'agent', text: 'Hello', person: { name: 'Iris' } }),
      message({ id: 'p', author: 'live-agent', text: 'Here I am', person: { id: 'ada', name: 'Ada' } }),
      message({ id: 'u', author: 'user', text: '**Hi**\nthere', delivery: 'sent' }),
      message({ id: 'w', author: 'user', text: 'Wait', delivery: 'sending' }),
      message({ id: 'f', author: 'user', text: 'Lost', delivery: 'failed', failure: 'ended' }),
      notice('n', { notice: 'conversation_ended', reason: 'user_end' }),
    ]);
    const time = page.querySelector('time')?.textContent;
    expect([page.title, page.querySelector('h1')?.textContent, page.documentElement.lang]).toEqual([
      'Lumen & Oak <b>',
      'Lumen & Oak <b>',
      'en-GB',
    ]);
    expect(time).toContain('2 Nov 2026');
    expect(lines(page)).toEqual([
      `Iris · AI assistant · ${time}Hello`,
      `Ada · Team member · ${time}Here I am`,
      `You · ${time}**Hi** there`,
      `You · ${time} · SendingWait`,
      `You · ${time} · Not sent.Lost`,
      `You have ended the chat. · ${time}`,
    ]);
  });

  it('S-32: a sentence keeps its direction when it begins with a name of another script', () => {
    const page = pageOf([
      notice('j', { notice: 'live_agent_joined', name: 'עדה' }),
      notice('s', { notice: 'system', level: 'info', text: 'Ada מדברת' }),
    ]);
    expect(
      [...page.querySelectorAll('.notice')].map((line) => [
        line.getAttribute('dir'),
        line.firstChild?.nodeName,
      ]),
    ).toEqual([
      [null, '#text'],
      [null, 'BDI'],
    ]);
  });

  it('shows Markdown as formatted text, and links in place of pictures, cards and calls', () => {
    const page = pageOf([
      message({
        id: 'a',
        author: 'agent',
        text: '- one\n- **two**\n\n![A lamp](https://img.example/lamp.png)',
        attachments: [{ kind: 'url', title: 'Halo', contentUrl: 'https://shop.example/halo' }] as never,
        callActions: [{ title: 'Call us', contactNumber: '+44 20 7946 0000' }],
      }),
    ]);
    expect([page.querySelectorAll('li').length, page.querySelector('strong')?.textContent]).toEqual([
      2,
      'two',
    ]);
    expect(
      [...page.querySelectorAll('a')].map((element) => [element.textContent, element.getAttribute('href')]),
    ).toEqual([
      ['A lamp', 'https://img.example/lamp.png'],
      ['Halo', 'https://shop.example/halo'],
      ['Call us: +44 20 7946 0000', 'tel:+442079460000'],
    ]);
  });

  it('S-23: contains no markup from messages, and forbids scripts and requests', () => {
    const hostile = '<img src=x onerror=alert(1)></div><script>alert(1)</script>';
    const page = pageOf([
      message({ id: 'a', author: 'agent', text: hostile, person: { name: hostile } }),
      message({ id: 'u', author: 'user', text: hostile, delivery: 'sent' }),
      message({ id: 'l', author: 'agent', text: '[x](javascript:alert(1)) ![y](data:text/html,z)' }),
    ]);
    expect([
      page.querySelectorAll('script, img, iframe, a[href]').length,
      page.querySelector('meta[http-equiv]')?.getAttribute('content'),
    ]).toEqual([0, "default-src 'none'; style-src 'unsafe-inline'"]);
  });

  it('follows the direction of the language', () => {
    expect(pageOf([], 'ar').documentElement.dir).toBe('rtl');
  });
});
