import { within } from '@testing-library/dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../../src/protocol/widget-config.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message, notice } from '../support/scripted-chat.ts';

/** A chat whose handoff has failed, on a site that takes messages. The relay answers with these statuses, then 201. */
async function openForm(statuses: readonly number[] = [], config: Partial<WidgetConfig> = {}) {
  const posts: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    posts.push([url, JSON.parse(String(body))]);
    const status = statuses[posts.length - 1] ?? 201;
    if (status === 0) throw new TypeError('offline');
    return new Response(null, { status });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const panel = showPanel();
  panel.update(() => {
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, messages: true, ...config };
    panel.chat.add(notice('failed', { notice: 'handoff_failed' }));
  });
  const { screen, user } = panel;
  const button = () => screen.getByRole('button', { name: texts.leaveMessage });
  await user.click(button());
  const contact = await screen.findByRole<HTMLInputElement>('textbox', { name: texts.contact });
  const form = screen.getByRole('form', { name: texts.leaveMessage });
  const words = form.querySelector('textarea') as HTMLTextAreaElement;
  const send = () => user.click(form.querySelector('[type=submit]') as Element);
  /** The announcement of the same words stands elsewhere. */
  const inForm = within(form.parentElement as HTMLElement);
  return { ...panel, button, contact, form, inForm, words, send, posts };
}

it('M-14.19: a message is posted with its contact, and the visitor is thanked', async () => {
  const { contact, words, send, posts, screen, user } = await openForm();
  await expect.poll(() => document.activeElement).toBe(contact);
  await user.type(contact, ' mia@example.com ');
  await user.type(words, 'Please call me.');
  await send();
  const thanks = await screen.findByText(texts.messageLeft);
  await expect.poll(() => document.activeElement).toBe(thanks);
  expect(posts).toEqual([
    [
      'https://relay.example/chat/messages',
      { contact: 'mia@example.com', text: 'Please call me.', reason: 'nobody' },
    ],
  ]);
});

it('M-14.19: a contact that is none is named, and nothing is posted', async () => {
  const { contact, words, send, posts, inForm, ui, user } = await openForm();
  await user.type(contact, 'mia');
  await user.type(words, 'Hello');
  await send();
  expect(inForm.getByText(texts.contactWrong)).toBeTruthy();
  expect([contact.getAttribute('aria-invalid'), document.activeElement, posts]).toEqual([
    'true',
    contact,
    [],
  ]);
  await expect.poll(() => ui.announcement.value).toContain(texts.contactWrong);
  expect(words.value).toBe('Hello');
});

it.each([0, 429, 503])('M-14.19: nothing typed is lost when the relay answers %i', async (status) => {
  const { contact, words, send, posts, inForm, screen, user } = await openForm([status]);
  await user.type(contact, '030 1234567');
  await user.type(words, 'Hello');
  await send();
  expect(await inForm.findByText(new RegExp(texts.unreachable))).toBeTruthy();
  expect([contact.value, words.value]).toEqual(['030 1234567', 'Hello']);
  await send();
  await screen.findByText(texts.messageLeft);
  expect(posts).toHaveLength(2);
});

it('M-14.19: typed words stay when the chat goes on, until the form is shut', async () => {
  const { button, chat, contact, screen, update, user } = await openForm();
  await user.type(contact, 'mia@');
  update(() => chat.add(message({ id: 'a', author: 'live-agent', text: 'Here I am' })));
  expect(screen.getByRole('textbox', { name: texts.contact })).toBe(contact);
  await user.click(button());
  expect(screen.queryByRole('form', { name: texts.leaveMessage })).toBe(null);
});

it('M-14.19: the form is offered after the answer to a failed handoff, until the visitor writes again', () => {
  const { chat, config, screen, update } = showPanel();
  const isOffered = () => screen.queryByRole('button', { name: texts.leaveMessage }) !== null;
  update(() => {
    config.value = { ...DEFAULT_WIDGET_CONFIG, messages: true };
    chat.add(message({ id: 'u', author: 'user', text: 'A person, please' }));
    chat.add(notice('failed', { notice: 'handoff_timeout' }));
    chat.add(message({ id: 'a', author: 'agent', text: 'Nobody is free.' }));
  });
  expect(isOffered()).toBe(true);
  update(() => chat.add(message({ id: 'u2', author: 'user', text: 'Then when?' })));
  expect(isOffered()).toBe(false);
});

it('a secret is named before it is sent, and sent if the visitor insists', async () => {
  const { contact, words, send, posts, inForm, screen, user } = await openForm();
  await user.type(contact, 'mia@example.com');
  await user.type(words, 'Card 4111 1111 1111 1111');
  expect(inForm.getByText(texts.guardCard)).toBeTruthy();
  await send();
  expect(posts).toEqual([]);
  await user.click(screen.getByRole('button', { name: texts.sendAnyway }));
  await screen.findByText(texts.messageLeft);
  expect(posts).toMatchObject([[expect.anything(), { text: 'Card 4111 1111 1111 1111' }]]);
});

it('a secret is masked where the site masks', async () => {
  const { contact, words, send, posts, screen, user } = await openForm([], { guard: 'mask' });
  await user.type(contact, 'mia@example.com');
  await user.type(words, 'Card 4111 1111 1111 1111');
  await send();
  await screen.findByText(texts.messageLeft);
  expect(posts).toMatchObject([[expect.anything(), { text: 'Card ●●●● 1111' }]]);
});

it('M-14.19: in a closed chat the form begins with the draft, and says so', async () => {
  const { chat, ui, update, user, screen, posts, config } = await openForm();
  update(() => {
    ui.leaving.state.value = 'shut';
    ui.draft.value = 'half a thought';
    config.value = { ...DEFAULT_WIDGET_CONFIG, messages: true };
    chat.connection.value = 'failed';
    chat.trouble.value = { code: 'closed', canRetry: true };
  });
  // It takes the focus.
  await screen.findByText(texts.closed);
  await user.click(screen.getByRole('button', { name: texts.leaveMessage }));
  await user.type(await screen.findByRole('textbox', { name: texts.contact }), '12345');
  const form = screen.getByRole('form', { name: texts.leaveMessage });
  await user.click(form.querySelector('[type=submit]') as Element);
  await screen.findByText(texts.messageLeft);
  expect([posts[0]?.[1], ui.draft.value]).toEqual([
    { contact: '12345', text: 'half a thought', reason: 'closed' },
    '',
  ]);
});

it('M-14.19: a page that the relay refuses offers no message, which the relay would refuse, too', async () => {
  const { chat, config, screen, update } = showPanel();
  update(() => {
    config.value = { ...DEFAULT_WIDGET_CONFIG, messages: true };
    chat.trouble.value = { code: 'configuration', canRetry: false };
    chat.connection.value = 'failed';
  });
  const before = screen.queryAllByRole('button', { name: texts.leaveMessage }).length;
  update(() => {
    chat.trouble.value = { code: 'configuration', detail: 'origin_not_allowed', canRetry: false };
  });
  expect([before, screen.queryAllByRole('button', { name: texts.leaveMessage })]).toEqual([1, []]);
});
