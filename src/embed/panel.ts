import { batch, computed, effect, type ReadonlySignal } from '@preact/signals';
import { type Clock, systemClock } from '../base/clock.ts';
import { own } from '../base/own.ts';
import type { Chat } from '../chat/chat.ts';
import { type ChatOptions, runChat } from '../chat/shell/run-chat.ts';
import { DEFAULT_WIDGET_CONFIG } from '../protocol/widget-config.ts';
import type { LazyViews } from '../widget/context/lazy-views.ts';
import { DEFAULTS } from '../widget/context/options.ts';
import type { NextFrame } from '../widget/context/paint-scheduler.ts';
import type { HealthTimes } from '../widget/context/report-health.ts';
import { outcomeOf, type SendOutcome } from '../widget/context/send-outcome.ts';
import { createUi } from '../widget/context/ui.ts';
import type { SeldomViews, WidgetContext } from '../widget/context/widget-context.ts';
import { guardOf } from '../widget/elements/guard.ts';
import { createLocalization } from '../widget/locales/localization.ts';
import { firstEnglish } from '../widget/locales/translations/first-strings.ts';
import type { Catalogue } from '../widget/locales/translations/strings.ts';
import panelCss from '../widget/panel.css?inline';
import { renderPanel } from '../widget/render-panel.ts';
import { firstAnswerOf } from '../widget/transcript/first-answer.ts';
import type { fetchConfig } from './fetch-config.ts';
import { forwardEvents } from './forward-events.ts';
import { keepEvents } from './keep-events.ts';
import { createLazyLoader } from './lazy-loader.ts';
import { createPageContext } from './page-context.ts';
import type { PanelContext, PanelHandle } from './panel-port.ts';
import { createSiteConfig } from './site-config.ts';
import { adoptStyleSheet } from './style-sheet.ts';
import { createTheme } from './theme.ts';
import { countUnread } from './unread.ts';
import { unseenSince } from './unseen-since.ts';

const browserNextFrame: NextFrame = (fn) => {
  const frame = requestAnimationFrame(fn);
  return () => cancelAnimationFrame(frame);
};

/** Dependencies of the panel. Tests replace them. */
export interface PanelDependencies {
  createChat(options: ChatOptions): Chat;
  readonly clock: Clock;
  /** Called only if the relay has not embedded the configuration in the script. */
  fetchConfig: typeof fetchConfig;
  importLazy(): Promise<LazyViews>;
  importSeldom(): Promise<SeldomViews>;
}

const browserDependencies: PanelDependencies = {
  createChat: runChat,
  clock: systemClock(),
  fetchConfig: async (...args) => (await import('./fetch-config.ts')).fetchConfig(...args),
  importLazy: (): Promise<LazyViews> => import('../widget/rest/rest-parts.ts'),
  importSeldom: (): Promise<SeldomViews> => import('../widget/seldom/seldom-parts.ts'),
};

/** Queues actions until the conversation may start, or are given up: then `drop` of each is called instead. */
function gate(isAllowed: ReadonlySignal<boolean>) {
  const waiting: (readonly [action: () => void, drop?: () => void])[] = [];
  return [
    (...entry: (typeof waiting)[number]): void => {
      if (isAllowed.peek()) entry[0]();
      else waiting.push(entry);
    },
    effect(() => {
      if (isAllowed.value) for (const [action] of waiting.splice(0)) action();
    }),
    (): void => {
      for (const [, drop] of waiting.splice(0)) drop?.();
    },
  ] as const;
}

/** Connects conversation, configuration and views. Nothing is requested before the panel first opens, or resumes. */
export function mountPanel(
  context: PanelContext,
  { createChat, clock, fetchConfig, importLazy, importSeldom }: PanelDependencies = browserDependencies,
): PanelHandle {
  const { mountPoint, emit } = context;
  const options = own({ ...DEFAULTS, ...context.options });
  const ui = createUi();
  const aborter = new AbortController();
  const { signal: abort } = aborter;
  const [config, requestConfig] = createSiteConfig(context.config, options, () =>
    fetchConfig(options.relay, abort, clock),
  );
  const locale = options.locale ?? config.peek()?.default_locale ?? DEFAULT_WIDGET_CONFIG.default_locale;
  const root = mountPoint.getRootNode() as ShadowRoot;
  const { views: lazy, load: loadLazy } = createLazyLoader(importLazy, root, abort);
  const { views: seldom, load: loadSeldom } = createLazyLoader(importSeldom, root, abort);
  const localization = createLocalization(
    locale,
    computed(() => lazy.value?.english ?? (firstEnglish as Catalogue)),
    computed(() => config.value?.strings),
  );
  const isMasking = computed(() => guardOf(options, config.value) === 'mask');
  const chat = createChat({
    relay: options.relay,
    remember: options.remember,
    platform: options.platform,
    locale,
    earlyResume: context.earlyResume,
    onContextRequired: context.onContextRequired,
    pageContext: createPageContext(context.pageContext),
    mask: (text) => (isMasking.peek() && lazy.peek()?.maskSensitive(text)) || text,
  });
  const times: HealthTimes = {};
  const stopForwarding = forwardEvents(chat, emit);
  const unread = countUnread(chat, ui, emit);
  const isAllowed = computed(
    () => config.value !== null && (!config.value.consent?.required || ui.hasConsented.value),
  );
  const [whenAllowed, stopWaiting, giveUp] = gate(isAllowed);
  // Messages wait until they can be masked.
  const [whenReady, stopHolding] = gate(computed(() => lazy.value !== null || !isMasking.value));
  function send(text: string): Promise<SendOutcome> | null {
    if (!emit('before-send', { text })) return null;
    if (isMasking.peek()) void loadLazy();
    return new Promise((resolve) => {
      const fail = () => resolve('failed');
      abort.addEventListener('abort', fail);
      whenAllowed(() => whenReady(() => void outcomeOf(chat, chat.send(text)).then(resolve)), fail);
    });
  }

  const shared: WidgetContext = {
    chat,
    send,
    ui,
    options,
    config,
    lazy,
    loadLazy,
    seldom,
    loadSeldom,
    isAllowed,
    firstAnswer: firstAnswerOf(chat),
    strings: localization.strings,
    locale: localization.locale,
    clock,
    nextFrame: browserNextFrame,
    open: context.open,
    close: context.close,
  };
  const theme = createTheme(context, options, ui, lazy, config);
  adoptStyleSheet(root, panelCss);
  keepEvents(mountPoint, abort);
  // The height of an inline panel is the height of its container.
  mountPoint.style.display = 'contents';
  const disposers = [
    stopForwarding,
    stopWaiting,
    stopHolding,
    // Retries a load that the panel began and that failed.
    effect(() => {
      const isOnline = chat.connection.value === 'online';
      const isOpen = ui.isOpen.value;
      if (isOpen && isAllowed.value) times.startedAt ??= clock.now();
      if (isOpen && isOnline) times.usableAt ??= clock.now();
      if (chat.trouble.value || (isOpen && (isOnline || ui.wait.value === 'long'))) void loadLazy();
    }),
    effect(() => {
      if (!ui.preview.value && !ui.prompt.value) return;
      void loadLazy();
      void loadSeldom();
    }),
    unread.dispose,
    theme.dispose,
    effect(() => lazy.value?.followLinks(mountPoint, (link) => emit('link', link))),
    effect(() =>
      lazy.value?.connectPage(ui.seen, unread.seen, chat, times, options.relay, config, clock, abort),
    ),
    effect(() => {
      const strings = localization.strings.value;
      if (unread.count.value > 0) {
        void loadLazy();
        requestConfig();
      }
      context.nameLauncher(
        lazy.value?.showUnread(context.launcher, unread.count.value, strings, options.titleCount === true) ??
          strings.open,
      );
    }),
    // M-6.16: the last language that the conversation has changed to.
    chat.language.subscribe((tag) => tag !== null && localization.setLocale(tag)),
    renderPanel(mountPoint, shared, localization.isReady),
    chat.dispose,
  ];

  const resume = () => chat.resume(unseenSince());
  // M-3.24. The panel is rendered in the next task: the socket opens meanwhile.
  if (context.earlyResume) resume();

  return {
    // In one batch: effects run before a second render, and focusing would force a layout in the same task.
    setOpen: (isOpen, movesFocus) =>
      batch(() => {
        if (chat.isStored()) ui.hasConsented.value = true;
        ui.focusOnOpen.value = movesFocus;
        ui.isOpen.value = isOpen;
        if (!isOpen) {
          // A visitor who declines or closes the chat sends nothing later.
          giveUp();
          return chat.rest();
        }
        ui.prompt.value = null;
        unread.clear();
        requestConfig();
        whenAllowed(chat.start);
      }),
    resume() {
      if (!ui.isOpen.value) resume();
    },
    send: async (text) => (await send(text)) ?? 'cancelled',
    setLocale: localization.setLocale,
    setTheme: theme.setTheme,
    prompt(prompt) {
      ui.prompt.value = own(prompt);
    },
    animate: (animation, ms) =>
      void loadLazy().then((parts) => parts?.animate(context.launcher, animation, ms)),
    end: chat.end,
    restart: () => whenAllowed(chat.restart),
    ask: async (question) => (await import('./ask-chat.ts')).askChat(question, shared),
    dispose() {
      aborter.abort();
      for (const dispose of disposers) dispose();
    },
  };
}
