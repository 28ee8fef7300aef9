import type { Clock } from '../base/clock.ts';
import { own, ownThroughout } from '../base/own.ts';
import type { Availability } from '../protocol/availability.ts';
import type { PromptRule, WidgetConfig } from '../protocol/widget-config.ts';
import type { MountOptions } from '../widget/context/options.ts';
import type { FoyerApi } from './api.ts';
import { duePrompt, type Shown, type Situation } from './due-prompt.ts';
import { sessionKey, storedSession } from './stored-session.ts';

/** Rules of the launcher (contract §9), for sites that have some: it waits until the site is open, and prompts come beside it. */

const TICK_MS = 1_000;
/** Longest time between two questions for the hours. */
const MAX_WAIT_MS = 86_400_000;

/** Not the clock of the panel: code that both share would be another file before a visitor can talk. */
const browserClock: Clock = {
  now: () => Date.now(),
  after(inMs, run) {
    const timer = setTimeout(run, inMs);
    return () => clearTimeout(timer);
  },
};

/** Shortest time between two questions whether the site is open. */
const ASK_AGAIN_MS = 60_000;

/** A dialog of the page, as it may be in the document before it is shown. */
const DIALOGS = 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]';
const isShown = (element: Element): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';

function scrolled(): number {
  const { scrollHeight, clientHeight } = document.scrollingElement ?? document.documentElement;
  return scrollHeight > clientHeight ? scrollY / (scrollHeight - clientHeight) : 1;
}

/** The text of the exact locale, else of its language, else of the site's default. */
function textOf<Text>(
  texts: Readonly<Record<string, Text>>,
  ...locales: readonly string[]
): Text | undefined {
  const tag = locales
    .flatMap((locale) => [locale, locale.split('-')[0] ?? ''])
    .find((candidate) => Object.hasOwn(texts, candidate));
  return tag === undefined ? undefined : texts[tag];
}

/** The elements that already have rules: they apply once, however often the page becomes visible. */
const known = new WeakSet<Element>();

export function applyLauncherRules(
  config: WidgetConfig,
  options: MountOptions,
  root: HTMLElement,
  clock = browserClock,
): void {
  const { launcher: rules, default_locale } = ownThroughout(config) as WidgetConfig;
  const { relay, remember, locale = default_locale } = options;
  if (!rules || known.has(root) || !root.isConnected) return;
  known.add(root);
  const isStored = () => !!storedSession(sessionKey(relay), remember);
  const { host } = root.getRootNode() as ShadowRoot;
  /** Ends when the chat is destroyed or has left the page. */
  const later = (inMs: number, run: () => void) => {
    if (root.isConnected) clock.after(inMs, () => root.isConnected && run());
  };

  /** A relay that does not answer closes nothing. */
  const ask = (): Promise<Availability> =>
    fetch(`${relay}/chat/availability`, own<RequestInit>({ credentials: 'include' }))
      .then(async (response) => own(await response.json()))
      .catch(() => ({ status: 'open' }));

  async function appear(): Promise<void> {
    const answer = rules?.appears && !isStored() ? await ask() : undefined;
    if (answer?.status === 'closed' && answer.outside === 'hide') {
      const inMs = Date.parse(answer.opens_at ?? '') - clock.now() || MAX_WAIT_MS;
      return later(Math.max(ASK_AGAIN_MS, Math.min(inMs, MAX_WAIT_MS)), appear);
    }
    root.classList.remove('later');
    if (rules?.prompts) later(TICK_MS, tick);
  }

  const shown = new Map<number, Pick<Situation, 'path' | 'day'>>() satisfies Shown;
  let seconds = 0;

  /** The prompt that may be shown now, and its place. */
  function due(): readonly [PromptRule, number, Situation] | undefined {
    const now: Situation = {
      path: location.pathname,
      seconds,
      scroll: scrolled(),
      returning: isStored(),
      day: new Date(clock.now()).toDateString(),
    };
    const place = duePrompt(rules?.prompts ?? [], now, shown);
    const rule = rules?.prompts?.[place ?? -1];
    if (!rule) return undefined;
    // The launcher is expanded while the chat is open. A bubble is there already.
    const isTaken = root.hidden || root.querySelector('[aria-expanded=true],.prompt');
    const isBusy = isTaken || [...document.querySelectorAll(DIALOGS)].some(isShown);
    return !isBusy ? [rule, place ?? 0, now] : undefined;
  }

  /** Time of the next question whether the site is open: it may stay closed for hours. */
  let askAt = 0;

  async function tick(): Promise<void> {
    if (!document.hidden) seconds++;
    // A closed chat invites nobody. Asked once a prompt is due, so that most pages ask nothing.
    if (!document.hidden && clock.now() >= askAt && due()) {
      askAt = clock.now() + ASK_AGAIN_MS;
      if ((await ask()).status === 'open') show();
    }
    later(TICK_MS, tick);
  }

  function show(): void {
    // The page may have changed in the meantime.
    const [rule, place, now] = due() ?? [];
    askAt = 0;
    if (!rule || !now || place === undefined) return;
    // Also without a text for this language: it would be due for ever.
    shown.set(place, now);
    const text = textOf(rule.text, locale, default_locale);
    if (text === undefined) return;
    const actions = textOf(rule.actions ?? {}, locale, default_locale);
    (host as { foyer?: FoyerApi | null }).foyer?.prompt({ text, actions });
  }

  void appear();
}
