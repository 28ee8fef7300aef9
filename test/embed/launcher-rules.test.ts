import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FoyerApi } from '../../src/embed/api.ts';
import type { FoyerElement } from '../../src/embed/element.ts';
import { applyLauncherRules } from '../../src/embed/launcher-rules.ts';
import type { Availability } from '../../src/protocol/availability.ts';
import type { LauncherRules } from '../../src/protocol/widget-config.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const RELAY = 'https://relay.example';
const OPEN: Availability = { status: 'open' };
const HIDDEN: Availability = { status: 'closed', outside: 'hide', opens_at: '2026-11-02T10:00:00.000Z' };
const AT_ONCE = { text: { en: 'Need a hand?', de: 'Hilfe?' }, when: {}, once: 'page' } as const;

/** A page with a launcher whose relay gives these answers, the last one for ever. */
function setup(launcher: LauncherRules, { answers = [OPEN], locale = 'en-GB', stored = '' } = {}) {
  const host = document.createElement('div');
  const root = document.createElement('div');
  const button = document.createElement('button');
  root.className = 'root later';
  root.append(button);
  host.attachShadow({ mode: 'open' }).append(root);
  document.body.append(host);
  onTestFinished(() => host.remove());
  if (stored) localStorage.setItem(`foyer:${RELAY}`, stored);
  const prompts: unknown[] = [];
  const api: Pick<FoyerApi, 'prompt'> = {
    prompt: (prompt) => void prompts.push(prompt),
  };
  Object.assign(host, { foyer: api } as Partial<FoyerElement>);
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    if (!answer) throw new TypeError('offline');
    return Response.json(answer);
  });
  const clock = createFakeClock();
  const config = { header: { text: 'Shop' }, default_locale: 'en', launcher };
  applyLauncherRules(config, { relay: RELAY, locale }, root, clock);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  /** Seconds pass, one by one. */
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      await settle();
      clock.advance(1_000);
    }
    await settle();
  }
  return { host, root, button, prompts, calls, clock, pass, settle, appears: () => !root.matches('.later') };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.replaceChildren();
});

describe('a launcher that waits for the hours', () => {
  it('appears when the site is open, and later when it opens', async () => {
    const page = setup({ appears: 'later' }, { answers: [HIDDEN, OPEN] });
    await page.settle();
    expect([page.appears(), page.calls]).toEqual([false, [`${RELAY}/chat/availability`]]);
    page.clock.advance(3_600_000);
    await page.settle();
    expect(page.appears()).toBe(true);
  });

  it.each([
    ['a conversation is stored', [HIDDEN], 'session-1'],
    ['the chat is paused', [{ status: 'paused', notice: { en: 'Later' } }], ''],
    ['the notice is to be shown', [{ status: 'closed', outside: 'notice' }], ''],
    ['the relay does not answer', [], ''],
  ] as const)('appears at once when %s', async (_, answers, stored) => {
    const page = setup({ appears: 'later' }, { answers: answers as never, stored });
    await page.settle();
    expect(page.appears()).toBe(true);
  });
});

describe('M-3.23: prompts beside the launcher', () => {
  it('come in the language of the page when their conditions hold, once', async () => {
    const actions = { en: ['Where is my order?'] };
    const prompt = { ...AT_ONCE, actions, when: { after_s: 3 } };
    const page = setup({ prompts: [prompt] }, { locale: 'de-AT' });
    await page.pass(2);
    expect([page.prompts, page.calls]).toEqual([[], []]);
    await page.pass(5);
    expect(page.prompts).toEqual([{ text: 'Hilfe?', actions: ['Where is my order?'] }]);
  });

  it('S-107: follow no conditions that a script has added to Object.prototype', async () => {
    Object.assign(Object.prototype, { path: '/elsewhere', actions: { en: ['Inherited'] } });
    onTestFinished(() => {
      for (const name of ['path', 'actions']) Reflect.deleteProperty(Object.prototype, name);
    });
    const page = setup({ prompts: [AT_ONCE] });
    await page.pass(1);
    expect(page.prompts.map((prompt) => ({ ...(prompt as object) }))).toMatchObject([
      { text: 'Need a hand?', actions: undefined },
    ]);
  });

  it('without a text for the language of the page are not due again', async () => {
    const page = setup({ prompts: [{ ...AT_ONCE, text: { fr: 'Bonjour' } }] });
    await page.pass(5);
    expect([page.prompts, page.calls.length]).toEqual([[], 1]);
  });

  it('come to nobody while the chat is closed, which is asked once a minute', async () => {
    const closed: Availability = { status: 'closed', outside: 'notice' };
    const page = setup({ prompts: [AT_ONCE] }, { answers: [closed, OPEN] });
    await page.pass(60);
    expect([page.prompts, page.calls.length]).toEqual([[], 1]);
    await page.pass(1);
    expect([page.prompts.length, page.calls.length]).toEqual([1, 2]);
  });

  it.each([
    [
      'the chat is open',
      ({ button }: ReturnType<typeof setup>) => button.setAttribute('aria-expanded', 'true'),
    ],
    ['the widget is hidden', ({ root }: ReturnType<typeof setup>) => root.toggleAttribute('hidden', true)],
    [
      'a dialog of the page is open',
      () => {
        const dialog = document.createElement('dialog');
        dialog.toggleAttribute('open', true);
        dialog.getClientRects = () => [{}] as unknown as DOMRectList;
        document.body.append(dialog);
      },
    ],
    [
      'another bubble is there',
      ({ root }: ReturnType<typeof setup>) =>
        root.append(Object.assign(document.createElement('p'), { className: 'prompt' })),
    ],
  ])('do not come while %s', async (_, change) => {
    const page = setup({ prompts: [AT_ONCE] });
    change(page);
    await page.pass(3);
    expect(page.prompts).toEqual([]);
    page.root.removeAttribute('hidden');
    page.button.removeAttribute('aria-expanded');
    for (const element of [...document.querySelectorAll('dialog'), ...page.root.querySelectorAll('p')])
      element.remove();
    await page.pass(1);
    expect(page.prompts).toEqual([{ text: 'Need a hand?', actions: undefined }]);
  });

  it('end with the chat', async () => {
    const page = setup({ prompts: [{ ...AT_ONCE, when: { after_s: 5 } }] });
    await page.pass(2);
    page.host.remove();
    await page.pass(2);
    expect([page.clock.waiting(), page.prompts]).toEqual([0, []]);
  });
});
