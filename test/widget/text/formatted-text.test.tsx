import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PanelHarness, showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const CODE = 'Like so:\n```sh\nnpm i foyer-chat\n  && npm start\n```\nor\n\n    make <all>';

/** Renders a panel with one answer. */
const withAnswer = (text: string, streaming = false) =>
  showPanel({}, (chat) => chat.add(message({ id: 'a', author: 'agent', text, streaming })));

const buttons = ({ screen }: PanelHarness) => screen.queryAllByRole('button', { name: 'Copy' });
const statusTexts = ({ screen }: PanelHarness) =>
  screen.getAllByRole('status').map((element) => element.textContent);

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

describe('code in an answer', () => {
  it('code has a button right before each block in focus order that copies exactly this block', async () => {
    const shown = withAnswer(CODE);
    expect(buttons(shown).map((button) => button.nextElementSibling?.textContent)).toEqual([
      'npm i foyer-chat\n  && npm start',
      'make <all>',
    ]);
    for (const [at, text] of ['npm i foyer-chat\n  && npm start', 'make <all>'].entries()) {
      await shown.user.click(buttons(shown)[at] as HTMLElement);
      await expect.poll(() => navigator.clipboard.readText()).toBe(text);
    }
  });

  it('code shows no button while it is streaming', () => {
    const shown = withAnswer('```\nnpm i', true);
    expect(buttons(shown)).toEqual([]);
    shown.update(() => shown.chat.change('a', { text: '```\nnpm i\n```', streaming: false }));
    shown.frames.next();
    expect(buttons(shown).length).toBe(1);
  });

  it('announces each copy politely, until the focus leaves', async () => {
    const shown = withAnswer(CODE);
    const [button] = buttons(shown);
    const announced: string[] = [];
    shown.ui.announcement.subscribe((value) => announced.push(value));
    for (let press = 1; press <= 2; press++) {
      await shown.user.click(button as HTMLElement);
      await expect.poll(() => statusTexts(shown)).toContain('Copied');
      expect(button?.hasAttribute('data-copied')).toBe(true);
    }
    await shown.user.tab();
    expect([statusTexts(shown).includes('Copied'), button?.hasAttribute('data-copied')]).toEqual([
      false,
      false,
    ]);
    expect(announced).toEqual(['', 'Copied', '', 'Copied', '']);
  });

  it('code stays selected, and is not announced as copied, if the clipboard is not available', async () => {
    const shown = withAnswer(CODE);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    document.execCommand = () => false;
    await shown.user.click(buttons(shown)[1] as HTMLElement);
    await expect.poll(() => getSelection()?.toString()).toBe('make <all>');
    expect(statusTexts(shown)).not.toContain('Copied');
  });
});
