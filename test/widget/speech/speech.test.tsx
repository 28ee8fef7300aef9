import { cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recognition } from '../../../src/widget/speech/recognition.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('dictation', () => {
  let started: FakeRecognition[];
  let local: string | undefined;

  class FakeRecognition implements Recognition {
    lang = '';
    continuous = false;
    interimResults = false;
    processLocally = false;
    onresult: Recognition['onresult'] = null;
    onerror: Recognition['onerror'] = null;
    onend: Recognition['onend'] = null;
    static available = async () => local ?? Promise.reject(new Error('no such language'));
    static install = async () => true;
    start() {
      started.push(this);
    }
    abort() {
      this.onend?.();
    }
    say(...parts: string[]) {
      this.onresult?.({ results: parts.map((transcript) => [{ transcript }]) });
    }
  }

  beforeEach(() => {
    started = [];
    local = 'available';
    vi.stubGlobal('SpeechRecognition', FakeRecognition);
  });

  const button = ({ screen }: ReturnType<typeof showPanel>, name = 'Dictate') =>
    screen.findByRole('button', { name });

  /** Once the chunk has loaded and the browser has said what it can. */
  const isThere = async ({ screen }: ReturnType<typeof showPanel>) => {
    await vi.dynamicImportSettled();
    for (let task = 0; task < 3; task++) await new Promise((resolve) => setTimeout(resolve));
    return screen.queryByRole('button', { name: 'Dictate' }) !== null;
  };

  it('dictation writes what is said behind the draft, and never sends it', async () => {
    const panel = showPanel({ dictation: 'on-device' });
    panel.update(() => {
      panel.ui.draft.value = 'Order ';
    });
    const field = panel.screen.getByRole('textbox') as HTMLTextAreaElement;
    await panel.user.click(await button(panel));
    expect(field.placeholder).toBe('Listening…');
    const [recognition] = started;
    recognition?.say('twelve ');
    recognition?.say('twelve ', 'thirty-four');
    expect([panel.ui.draft.value, recognition?.processLocally, recognition?.lang]).toEqual([
      'Order twelve thirty-four',
      true,
      'en-GB',
    ]);
    await panel.user.click(await button(panel, 'Stop dictating'));
    await button(panel);
    expect(field.placeholder).toBe('Write a message…');
    expect(panel.chat.calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('dictation ends when the visitor types, and overwrites nothing then', async () => {
    const panel = showPanel({ dictation: 'on-device' });
    await panel.user.click(await button(panel));
    started[0]?.say('Hello');
    await panel.user.type(panel.screen.getByRole('textbox', { name: 'Message' }), '!');
    started[0]?.say('Hello there');
    expect(panel.ui.draft.value).toBe('Hello!');
    await button(panel);
  });

  it.each([
    ['on-device', 'available', true],
    ['on-device', 'downloadable', true],
    ['on-device', 'unavailable', false],
    ['on-device', undefined, false],
    ['any', undefined, true],
    ['off', 'available', false],
    [undefined, 'available', false],
  ] as const)(
    'dictation with %s, and %s on the device, is offered: %s',
    async (dictation, state, isOffered) => {
      local = state;
      const panel = showPanel({ dictation });
      const found = await isThere(panel);
      expect(found).toBe(isOffered);
    },
  );

  it('dictation says when the microphone cannot be used', async () => {
    const panel = showPanel({ dictation: 'any' });
    await panel.user.click(await button(panel));
    started[0]?.onerror?.({ error: 'not-allowed' });
    started[0]?.onend?.();
    await expect.poll(() => panel.ui.announcement.value).toBe('The microphone isn’t available.');
    await button(panel);
  });

  it('offers no dictation where the browser lacks it', async () => {
    vi.stubGlobal('SpeechRecognition', undefined);
    const panel = showPanel({ dictation: 'any' });
    expect(await isThere(panel)).toBe(false);
  });
});

describe('reading aloud', () => {
  let spoken: string[];

  beforeEach(() => {
    spoken = [];
    vi.stubGlobal('SpeechRecognition', class {});
    vi.stubGlobal('speechSynthesis', {
      speak: ({ text, lang }: { text: string; lang: string }) => spoken.push(`${lang}: ${text}`),
      cancel: () => spoken.push('(cancelled)'),
    });
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        lang = '';
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    );
  });

  async function listening() {
    const panel = showPanel({ readAloud: true, dictation: 'any' }, (chat) =>
      chat.add(message({ id: 'old', author: 'agent', text: 'An old answer.' })),
    );
    // The chunk is there.
    await panel.screen.findByRole('button', { name: 'Dictate' });
    await panel.user.click(panel.screen.getByRole('button', { name: 'Menu' }));
    const item = { name: 'Read answers aloud' };
    await panel.user.click(panel.screen.getByRole('menuitemcheckbox', item));
    await panel.screen.findByRole('menuitemcheckbox', { ...item, checked: true });
    return panel;
  }

  it('reads new answers by sentences while they are written, without marks, and no older ones', async () => {
    const { chat, update } = await listening();
    update(() => {
      chat.add(message({ id: 'new', author: 'agent', text: 'It left **today**. It ', streaming: true }));
    });
    await expect.poll(() => spoken).toEqual(['en-GB: It left today.']);
    update(() =>
      chat.change('new', {
        text: 'It left **today**. It arrives [soon](https://a.example).',
        streaming: false,
      }),
    );
    await expect.poll(() => spoken).toEqual(['en-GB: It left today.', 'en-GB: It arrives soon.']);
  });

  it.each([
    [
      'See [our page. It has more](https://shop.example/a_b). Bye.',
      ['See our page.', 'It has more.', 'Bye.'],
    ],
    ['| Size | Price |\n|:--|--:|\n| S | 9 |\n\nThat is 2*3.', ['Size Price', 'S 9', 'That is 2*3.']],
    ['**One. Two.** Three.', ['One.', 'Two.', 'Three.']],
    ['**One. Two. Three.', ['**One.', 'Two.', 'Three.']],
    ['Use `a.b! c` now. <b>Then</b> go.', ['Use a.b!', 'c now.', 'Then go.']],
  ])('reads of %j what is seen, however it is cut', async (text, sentences) => {
    const { chat, update } = await listening();
    for (const size of [1, 2, 7, text.length]) {
      spoken.length = 0;
      const id = `of ${size}`;
      update(() => chat.add(message({ id, author: 'agent', text: '', streaming: true })));
      for (let end = size; end < text.length; end += size)
        update(() => chat.change(id, { text: text.slice(0, end) }));
      update(() => chat.change(id, { text, streaming: false }));
      const read = spoken.map((it) => it.replace('en-GB: ', '').replace(/\s+/g, ' '));
      expect([size, read]).toEqual([size, sentences]);
    }
  });

  it('M-8.6: reading aloud goes on where it was when the full message replaces its chunks', async () => {
    const { chat, update } = await listening();
    update(() =>
      chat.add(message({ id: 'new', author: 'agent', text: 'It **left**. It ', streaming: true })),
    );
    update(() => chat.change('new', { text: 'It _left_. It arrives soon.', streaming: false }));
    expect(spoken).toEqual(['en-GB: It left.', 'en-GB: It arrives soon.']);
  });

  it('reading aloud stops when the visitor types, and when it is switched off', async () => {
    const { chat, screen, update, user } = await listening();
    update(() => chat.add(message({ id: 'new', author: 'agent', text: 'One. Two', streaming: true })));
    await expect.poll(() => spoken.length).toBe(1);
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'x');
    update(() => chat.change('new', { text: 'One. Two. Three.', streaming: false }));
    expect([spoken[0], [...new Set(spoken.slice(1))]]).toEqual(['en-GB: One.', ['(cancelled)']]);
    spoken.length = 0;
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Read answers aloud' }));
    await expect.poll(() => spoken).toEqual(['(cancelled)']);
    update(() => chat.add(message({ id: 'more', author: 'agent', text: 'More.' })));
    expect(spoken).toEqual(['(cancelled)']);
  });

  it('offers to read aloud only if the site asks for it', async () => {
    const { screen, user } = showPanel();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Read answers aloud' })).toBe(null);
  });
});
