import { describe, expect, it, vi } from 'vitest';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message, notice, type ScriptedChat } from '../support/scripted-chat.ts';

const end = (chat: ScriptedChat) => {
  chat.connection.value = 'ended';
};

describe('the end of a chat', () => {
  it('says once that the chat has ended, and shows what to do next in place of the composer', () => {
    const { screen } = showPanel({}, (chat) => {
      chat.add(notice('n', { notice: 'conversation_ended', reason: 'natural_end' }));
      end(chat);
    });
    expect({
      said: screen.getAllByText(texts.ended).length,
      fields: screen.queryAllByRole('textbox').length,
      buttons: [...document.querySelectorAll('.end-card button')].map((element) => element.textContent),
    }).toEqual({ said: 1, fields: 0, buttons: ['Start new chat', 'Download transcript'] });
  });

  it.each([
    ['of seconds with the agent', 100_000, 'agent', null],
    ['of two minutes with the agent', 120_000, 'agent', 'You chatted with Iris for 2 minutes'],
    ['of seconds with a person', 20_000, 'live-agent', 'You chatted with Ada for 20 seconds'],
  ] as const)('sums up a chat %s, until its last word', (_, lengthMs, author, summary) => {
    const person = { name: author === 'agent' ? 'Iris' : 'Ada' };
    const [first, last] = [
      message({ id: 'u', author: 'user', text: 'Hi' }),
      message({ id: 'a', author, text: 'Bye', person }),
    ];
    showPanel({}, (chat) => {
      chat.transcript.value = [
        first,
        { ...last, at: first.at + lengthMs },
        { ...notice('n', { notice: 'conversation_ended', reason: 'idle' } as never), at: first.at + 900_000 },
      ];
      end(chat);
    });
    expect(document.querySelector('.summary')?.textContent ?? null).toBe(summary);
  });

  it('leaves the focus where it is, unless it was in the composer', () => {
    const { screen, update, chat } = showPanel();
    const transcript = screen.getByRole('log');
    transcript.focus();
    update(() => end(chat));
    expect(document.activeElement).toBe(transcript);
    update(() => {
      chat.connection.value = 'connecting';
    });
    expect([screen.queryByRole('textbox') !== null, document.activeElement]).toEqual([true, transcript]);
  });

  it('keeps unsent words for the next chat', async () => {
    const { screen, user, chat, ui } = showPanel({}, (chat) => {
      const lost = { author: 'user', delivery: 'failed', failure: 'ended' } as const;
      chat.transcript.value = [
        message({ id: 'a', author: 'user', text: 'Sent', delivery: 'sent' }),
        message({ id: 'b', text: 'One more thing', ...lost }),
      ];
      end(chat);
    });
    ui.draft.value = 'and another';
    await user.click(screen.getByRole('button', { name: 'Start new chat' }));
    expect([ui.draft.value, chat.calls.includes('restart')]).toEqual(['One more thing\nand another', true]);
  });

  it('offers the transcript as a page', async () => {
    const saved: { name: string; blob: Blob }[] = [];
    let blob = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((item) => {
      blob = item as Blob;
      return 'blob:x';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob });
    });
    const { screen, user } = showPanel({}, (chat) => {
      chat.add(message({ id: 'a', author: 'agent', text: 'Hello' }));
      chat.transcript.value = [message({ id: 'a', author: 'agent', text: 'Hello' })];
      end(chat);
    });
    await user.click(screen.getByRole('button', { name: 'Download transcript' }));
    vi.restoreAllMocks();
    expect(saved.map(({ name, blob: { type } }) => [name, type])).toEqual([
      ['chat-2026-11-02.html', 'text/html'],
    ]);
    expect(await saved[0]?.blob.text()).toContain('Hello');
  });
});
