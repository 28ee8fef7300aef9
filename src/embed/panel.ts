import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Clock, systemClock } from '../base/clock.ts';
import { own } from '../base/own.ts';
import type { Chat } from '../chat/chat.ts';
import type { Message } from '../chat/model/model.ts';
import { type ChatOptions, runChat } from '../chat/shell/run-chat.ts';
import {
  DEFAULT_WIDGET_CONFIG,
  NO_CONFIG,
  readWidgetConfig,
  type WidgetConfig,
} from '../protocol/widget-config.ts';
import { guardOf } from '../widget/guard.ts';
import { createLocalization } from '../widget/locales/localization.ts';
import { DEFAULTS, type PanelOptions } from '../widget/options.ts';
import panelCss from '../widget/panel.css?inline';
import type { RestParts } from '../widget/parts.ts';
import { renderPanel } from '../widget/render-panel.ts';
import type { NextFrame } from '../widget/transcript/paint-scheduler.ts';
import { createUi } from '../widget/ui.ts';
import type { fetchConfig } from './fetch-config.ts';
import { forwardEvents } from './forward-events.ts';
import type { PanelContext, PanelHandle } from './panel-port.ts';
import { adoptStyleSheet } from './style-sheet.ts';
import { unseenSince } from './unseen-since.ts';

const browserNextFrame: NextFrame = (fn) => {
  const frame = requestAnimationFrame(fn);
  return () => cancelAnimationFrame(frame);
};

/** Reads a configuration. An unreadable one is replaced by the default, so that the chat still works. The page's texts win. */
function configOf(value: unknown, { title, welcome }: PanelOptions): WidgetConfig {
  const config = readWidgetConfig(value) ?? DEFAULT_WIDGET_CONFIG;
  return own({
    ...config,
    header: title === undefined ? config.header : own({ ...config.header, text: title }),
    welcome: welcome === undefined ? config.welcome : own({ [config.default_locale]: welcome }),
  });
}

/** Sets radius and font of the site's configuration as custom properties, which a content security policy allows. */
function applyShape(mountPoint: HTMLElement, config: WidgetConfig | null): void {
  const { radius = null, font = null } = config ?? NO_CONFIG;
  mountPoint.style.setProperty(
    '--_radius',
    Number.isFinite(radius) ? `${radius}px` : (radius as string | null),
  );
  mountPoint.style.setProperty('--_font', font);
}

/** Dependencies of the panel, which tests replace. */
export interface PanelDependencies {
  createChat(options: ChatOptions): Chat;
  readonly clock: Clock;
  /** Called only if the relay has not put the configuration into the script. */
  fetchConfig: typeof fetchConfig;
  importRest(): Promise<RestParts>;
}

const browserDependencies: PanelDependencies = {
  createChat: runChat,
  clock: systemClock(),
  fetchConfig: async (...args) => (await import('./fetch-config.ts')).fetchConfig(...args),
  importRest: (): Promise<RestParts> => import('../widget/rest/rest-parts.ts'),
};

/** The site's configuration, null until it is there, and the function that requests it once. */
function siteConfig(given: unknown, options: PanelOptions, request: () => Promise<unknown>) {
  const config = signal(given === undefined ? null : configOf(given, options));
  let isRequested = false;
  return [
    config,
    () => {
      if (config.peek() !== null || isRequested) return;
      isRequested = true;
      const use = (value?: unknown) => {
        config.value = configOf(value, options);
      };
      request().then(use, () => use());
    },
  ] as const;
}

/** Makes actions wait, in order, until the conversation may start. */
function gate(isAllowed: ReadonlySignal<boolean>) {
  const waiting: (() => void)[] = [];
  return [
    (action: () => void): void => {
      if (isAllowed.peek()) action();
      else waiting.push(action);
    },
    effect(() => {
      if (isAllowed.value) for (const action of waiting.splice(0)) action();
    }),
  ] as const;
}

/** Connects conversation, configuration and views. Nothing is requested before the panel first opens, or resumes. */
export function mountPanel(
  context: PanelContext,
  { createChat, clock, fetchConfig, importRest }: PanelDependencies = browserDependencies,
): PanelHandle {
  const { host, mountPoint, emit } = context;
  const options = own({ ...DEFAULTS, ...context.options });
  const ui = createUi();
  const aborter = new AbortController();
  const { signal: abort } = aborter;
  const [config, requestConfig] = siteConfig(context.config, options, () =>
    fetchConfig(options.relay, abort, clock),
  );
  const locale = options.locale ?? config.peek()?.default_locale ?? DEFAULT_WIDGET_CONFIG.default_locale;
  const localization = createLocalization(
    locale,
    computed(() => config.value?.strings),
  );
  const root = mountPoint.getRootNode() as ShadowRoot;
  const rest = signal<RestParts | null>(null);
  const isMasking = computed(() => guardOf(options, config.value) === 'mask');
  const chat = createChat({
    relay: options.relay,
    platform: options.platform,
    locale,
    onContextRequired: context.onContextRequired,
    mask: (text) => (isMasking.peek() && rest.peek()?.maskSensitive(text)) || text,
  });
  const unread = signal(0);
  const isAllowed = computed(
    () => config.value !== null && (!config.value.consent?.required || ui.hasConsented.value),
  );
  const [whenAllowed, stopWaiting] = gate(isAllowed);
  // No message is sent before it can be masked.
  const [whenReady, stopHolding] = gate(computed(() => rest.value !== null || !isMasking.value));
  function send(text: string): void {
    whenAllowed(() => whenReady(() => chat.send(text)));
    if (isMasking.peek()) void loadRest();
  }

  function setUnread(count: number, preview: Message | null = null): void {
    ui.preview.value = preview;
    if (unread.value === count) return;
    unread.value = count;
    emit('unread', { count }, { unread: count });
  }

  /** Loads the rest unless it is there. The next call repeats a failed one. */
  const loadRest = (): Promise<RestParts | null> =>
    importRest().then(
      (parts) => {
        if (!rest.peek() && !abort.aborted) {
          adoptStyleSheet(root, parts.css);
          rest.value = parts;
        }
        return rest.peek();
      },
      () => null,
    );

  let { accent } = options;
  const applyColours = (): void => {
    void rest.value?.applyColours(host, mountPoint, { ...options, accent }, config.value);
  };

  adoptStyleSheet(root, panelCss);
  // The height of an inline panel is the height of its container.
  mountPoint.style.display = 'contents';
  const disposers = [
    forwardEvents(chat, emit),
    chat.on('message', (message) => {
      // A message that the visitor wrote on another page shows that they have read the earlier ones.
      if (message.author === 'user') return setUnread(0);
      if (!ui.isOpen.value) setUnread(unread.value + 1, message);
      if (!ui.isOpen.value || document.hidden) ui.sound.value?.play();
    }),
    stopWaiting,
    stopHolding,
    effect(() => {
      const { consent, disclaimer, policies } = config.value ?? NO_CONFIG;
      if (
        ui.isOpen.value &&
        (consent?.required || disclaimer || policies?.place === 'composer' || isMasking.value)
      )
        void loadRest();
    }),
    // A resumed conversation needs formatted text at once, and a greeting stands above the first message.
    chat.on('sessionStart', ({ resumed }) => {
      const { welcome, starters } = config.value ?? NO_CONFIG;
      if (ui.isOpen.value && (resumed || welcome || starters)) void loadRest();
    }),
    effect(() => {
      if (ui.isOpen.value && chat.connection.value === 'online') void loadRest();
    }),
    effect(applyColours),
    effect(() => {
      const strings = localization.strings.value;
      if (unread.value > 0) {
        void loadRest();
        requestConfig();
      }
      context.nameLauncher(
        rest.value?.showUnread(context.launcher, unread.value, strings, options.titleCount === true) ??
          strings.open,
      );
    }),
    chat.trouble.subscribe((error) => {
      if (error) void loadRest().then((parts) => parts?.explainTrouble(error, options.relay));
    }),
    effect(() => applyShape(mountPoint, config.value)),
    // M-6.16: the last language that the conversation has changed to.
    chat.language.subscribe((tag) => tag !== null && localization.setLocale(tag)),
    renderPanel(
      mountPoint,
      {
        chat: { ...chat, send },
        ui,
        options,
        config,
        rest,
        loadRest,
        isAllowed,
        strings: localization.strings,
        locale: localization.locale,
        clock,
        nextFrame: browserNextFrame,
        open: context.open,
        close: context.close,
      },
      localization.isReady,
    ),
    chat.dispose,
  ];

  return {
    setOpen(isOpen, takesFocus) {
      if (chat.isStored()) ui.hasConsented.value = true;
      ui.takesFocus.value = takesFocus;
      ui.isOpen.value = isOpen;
      if (!isOpen) return chat.rest();
      ui.prompt.value = null;
      setUnread(0);
      requestConfig();
      whenAllowed(() => ui.isOpen.peek() && chat.start());
    },
    resume() {
      if (!ui.isOpen.value) chat.resume(unseenSince());
    },
    send,
    setLocale: localization.setLocale,
    setTheme(given) {
      const tokens = own(given);
      ui.colorScheme.value = tokens['color-scheme'] ?? ui.colorScheme.value;
      for (const [name, value] of Object.entries(tokens)) host.style.setProperty(`--foyer-${name}`, value);
      if (tokens['accent'] !== undefined) {
        accent = tokens['accent'] || options.accent;
        context.launcher.style.setProperty('--_accent', tokens['accent']);
      }
      applyColours();
    },
    prompt(prompt) {
      void loadRest();
      ui.prompt.value = own(prompt);
    },
    animate: (animation, ms) =>
      void loadRest().then((parts) => parts?.animate(context.launcher, animation, ms)),
    end: chat.end,
    restart: () => whenAllowed(chat.restart),
    dispose() {
      aborter.abort();
      unread.value = 0;
      for (const dispose of disposers) dispose();
    },
  };
}
