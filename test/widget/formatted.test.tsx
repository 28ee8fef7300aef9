import { describe, expect, it, vi } from 'vitest';
import { type Shown, showPanel } from './support/panel.tsx';
import { message } from './support/scripted-chat.ts';

const CODE = 'Like so:\n```sh\nnpm i foyer-chat\n  && npm start\n```\nor\n\n    make <all>';

/** A panel with an answer; `streaming` while more of it may come. */
const withAnswer = (text: string, streaming = false) =>
  showPanel({}, (chat) => chat.add(message({ id: 'a', author: 'agent', text, streaming })));

const buttons = ({ screen }: Shown) => screen.queryAllByRole('button', { name: 'Copy' });
const said = ({ screen }: Shown) => screen.getAllByRole('status').map((it) => it.textContent);

describe('code in an answer', () => {
  it('has a button each, right before it in the order of focus, that puts exactly it on the clipboard', async () => {
    const shown = withAnswer(CODE);
    expect(buttons(shown).map((it) => it.nextElementSibling?.textContent)).toEqual([
      'npm i foyer-chat\n  && npm start',
      'make <all>',
    ]);
    for (const [at, text] of ['npm i foyer-chat\n  && npm start', 'make <all>'].entries()) {
      await shown.user.click(buttons(shown)[at] as HTMLElement);
      await expect.poll(() => navigator.clipboard.readText()).toBe(text);
    }
  });

  it('has none while it may still grow', () => {
    const shown = withAnswer('```\nnpm i', true);
    expect(buttons(shown)).toEqual([]);
    shown.happen(() => shown.chat.amend('a', { text: '```\nnpm i\n```', streaming: false }));
    shown.frames.pass();
    expect(buttons(shown).length).toBe(1);
  });

  it('says politely that it was copied, again when it is pressed again, and no more once the focus goes on', async () => {
    const shown = withAnswer(CODE);
    const [button] = buttons(shown);
    const heard: string[] = [];
    shown.ui.announcement.subscribe((it) => heard.push(it));
    for (let press = 1; press <= 2; press++) {
      await shown.user.click(button as HTMLElement);
      await expect.poll(() => said(shown)).toContain('Copied');
      expect(button?.hasAttribute('data-copied')).toBe(true);
    }
    await shown.user.tab();
    expect([said(shown).includes('Copied'), button?.hasAttribute('data-copied')]).toEqual([false, false]);
    expect(heard).toEqual(['', 'Copied', '', 'Copied', '']);
  });

  it('is left selected, and nothing is claimed, where the clipboard is refused', async () => {
    const shown = withAnswer(CODE);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    document.execCommand = () => false;
    await shown.user.click(buttons(shown)[1] as HTMLElement);
    await expect.poll(() => getSelection()?.toString()).toBe('make <all>');
    expect(said(shown)).not.toContain('Copied');
  });
});
