import { expect, it, onTestFinished, vi } from 'vitest';
import type { Availability } from '../../src/protocol/availability.ts';
import { DEFAULT_WIDGET_CONFIG } from '../../src/protocol/widget-config.ts';
import { showPanel, texts } from './support/panel-harness.tsx';
import { message } from './support/scripted-chat.ts';

/** A panel whose relay has refused a new conversation, and gives this answer about its hours. */
async function showClosed(answer: Availability | undefined, movesFocus = false) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    if (!answer) throw new TypeError('offline');
    return Response.json(answer);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const panel = showPanel();
  panel.update(() => {
    panel.ui.focusOnOpen.value = movesFocus;
    panel.ui.draft.value = 'half a thought';
    panel.chat.connection.value = 'failed';
    panel.chat.trouble.value = { code: 'closed', canRetry: true };
  });
  await vi.waitFor(() => expect(document.querySelector('.end-card p')?.textContent).toBeTruthy());
  const notice = document.querySelector('.end-card p') as HTMLElement;
  return { ...panel, calls, notice };
}

const CLOSED = { status: 'closed', outside: 'notice' } as const;

it.each([
  [
    'the words of a pause',
    { status: 'paused', notice: { en: 'Back at noon.', de: 'Mittags' } },
    'Back at noon.',
  ],
  [
    'the next opening, this week',
    { ...CLOSED, notice: { en: 'Back {opens}.' }, opens_at: '2026-11-04T08:00:00Z' },
    /^Back Wednesday (at )?0?8:00\.$/,
  ],
  [
    'the day of an opening that is further away',
    { ...CLOSED, notice: { 'en-GB': 'Back {opens}.' }, opens_at: '2026-12-24T08:30:00Z' },
    /^Back Thursday,? 24 December (at )?0?8:30\.$/,
  ],
  ['our own words where the site has none', { ...CLOSED, outside: 'message' }, texts.closed],
  ['our own words when the relay does not answer', undefined, texts.closed],
] as const)('M-3.22: a closed chat shows %s', async (_, answer, expected) => {
  const { notice, calls, screen, ui } = await showClosed(answer as Availability | undefined);
  expect(notice.textContent).toEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  );
  expect(calls).toEqual(['https://relay.example/chat/availability']);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText((__, element) => element?.id === 'foyer-banner').textContent).toBe('');
  await expect.poll(() => ui.announcement.value).toBe(notice.textContent);
});

it('M-3.22: the focus moves from the field to the notice, and the draft comes back with the field', async () => {
  const { chat, notice, screen, ui, update } = await showClosed(
    { status: 'paused', notice: { en: 'Later' } },
    true,
  );
  expect(ui.announcement.value).toBe('');
  expect(document.activeElement).toBe(notice);
  update(() => {
    chat.trouble.value = null;
    chat.connection.value = 'online';
    chat.add(message({ id: 'a', author: 'agent', text: 'Hello' }));
  });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('half a thought');
});

it('M-3.22: the notice leaves the focus to the form that the visitor has opened before it came', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { chat, config, screen, ui, update, user } = showPanel();
  update(() => {
    config.value = { ...DEFAULT_WIDGET_CONFIG, messages: true };
    ui.focusOnOpen.value = true;
    chat.connection.value = 'failed';
    chat.trouble.value = { code: 'closed', canRetry: true };
  });
  await user.click(screen.getByRole('button', { name: texts.leaveMessage }));
  const field = await screen.findByRole('textbox', { name: texts.contact });
  await expect.poll(() => document.activeElement).toBe(field);
  for (const answer of answers) answer(Response.json({ status: 'paused', notice: { en: 'Later' } }));
  await expect.poll(() => ui.announcement.value).toBe('Later');
  expect(document.activeElement).toBe(field);
});
