import { computed, effect, signal } from '@preact/signals';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Chat } from '../chat/chat.ts';
import { type ChatOptions, runChat } from '../chat/run-chat.ts';
import { DEFAULT_WIDGET_CONFIG, readWidgetConfig, type WidgetConfig } from '../protocol/widget-config.ts';
import { createUi, createWords, type Extras, type Occasional, renderPanel } from '../widget/index.ts';
import { DEFAULTS } from '../widget/options.ts';
import { browserFrames } from '../widget/painter.ts';
import panelCss from '../widget/panel.css?inline';
import type { fetchConfig } from './fetch-config.ts';
import { createLazy } from './lazy.ts';
import type { PanelContext, PanelHandle } from './panel-port.ts';
import { adopt } from './sheet.ts';

/** A configuration that cannot be read is as good as none: the chat works with neutral words. */
const configOf = (value: unknown): WidgetConfig => readWidgetConfig(value) ?? DEFAULT_WIDGET_CONFIG;

/** The site's corners and letters, as custom properties: the page's policy allows those. */
function applyShape(stage: HTMLElement, config: WidgetConfig | null): void {
  const { radius = null, font = null } = config ?? {};
  stage.style.setProperty('--_radius', Number.isFinite(radius) ? `${radius}px` : (radius as string | null));
  stage.style.setProperty('--_font', font);
}

/** Passes what happens in the conversation on to the page. Returns what ends that. */
function relayEvents(chat: Chat, emit: PanelContext['emit']): () => void {
  const onChange = <Value>(signal: { readonly value: Value }, tell: (value: Value) => void) => {
    let last = signal.value;
    return effect(() => {
      const { value } = signal;
      if (value !== last) tell(value);
      last = value;
    });
  };
  const stops = [
    onChange(chat.connection, (status) => emit('connection', { status })),
    onChange(chat.handoff, (status) => emit('handoff', { status })),
    onChange(chat.language, (code) => code !== null && emit('language', { code })),
    onChange(chat.trouble, (trouble) => trouble && emit('error', { code: trouble.code })),
    chat.on('clientHandoffRequired', (detail) => emit('client-handoff-required', detail)),
    chat.on('sessionStart', (detail) => emit('session-start', detail)),
    chat.on('sessionEnd', (detail) => emit('session-end', detail)),
    chat.on('message', ({ id, author, text, delivery }) =>
      emit('message', { id, author, text, ...(delivery && { delivery }) }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the panel is made with; tests put parts of their own in its place. */
export interface Making {
  createChat(options: ChatOptions): Chat;
  readonly clock: Clock;
  /** Only where the relay has not put the configuration into the script. */
  fetchConfig: typeof fetchConfig;
  /** The chunks that load later. */
  loadExtras(): Promise<Extras>;
  loadOccasional(): Promise<Occasional>;
}

const making: Making = {
  createChat: runChat,
  clock: systemClock(),
  fetchConfig: async (...of) => (await import('./fetch-config.ts')).fetchConfig(...of),
  loadExtras: () => import('../widget/extras.ts'),
  loadOccasional: () => import('../widget/occasional.ts'),
};

/** Puts the panel together: conversation, configuration and views. Nothing is requested before it first opens. */
export function mountPanel(
  context: PanelContext,
  { createChat, clock, fetchConfig, loadExtras, loadOccasional }: Making = making,
): PanelHandle {
  const { host, stage, emit } = context;
  const options = { ...DEFAULTS, ...context.options };
  const ui = createUi();
  const aborter = new AbortController();
  const { signal: abort } = aborter;
  const config = signal(context.config === undefined ? null : configOf(context.config));
  const first = options.locale ?? config.peek()?.default_locale ?? DEFAULT_WIDGET_CONFIG.default_locale;
  const words = createWords(
    first,
    computed(() => config.value?.strings),
  );
  const chat = createChat({ relay: options.relay, platform: options.platform, locale: first });
  const root = stage.getRootNode() as ShadowRoot;
  const extras = createLazy(root, loadExtras, abort);
  const occasional = createLazy(root, loadOccasional, abort);
  const unread = signal(0);
  const isAllowed = computed(
    () =>
      config.value !== null && (!config.value.consent?.required || ui.hasConsented.value || chat.isStored()),
  );
  /** What was asked of the conversation before it may begin, in order. */
  const waiting: (() => void)[] = [];
  let isAsking = false;

  function whenAllowed(act: () => void): void {
    if (isAllowed.peek()) act();
    else waiting.push(act);
  }

  const send = (text: string) => whenAllowed(() => chat.send(text));

  function askForConfig(): void {
    if (config.peek() !== null || isAsking) return;
    isAsking = true;
    const use = (value?: unknown) => {
      config.value = configOf(value);
    };
    fetchConfig(options.relay, abort, clock).then(use, () => use());
  }

  function count(next: number): void {
    if (unread.value === next) return;
    unread.value = next;
    emit('unread', { count: next });
  }

  let { accent } = options;
  const paint = () => extras.part.value?.applyColours(host, stage, { ...options, accent }, config.value);

  /** Does something with what loads now, unless it is there. */
  function withOccasional(act: (part: Occasional) => void): void {
    occasional.need();
    const stop = occasional.part.subscribe((part) => {
      if (!part) return;
      queueMicrotask(() => stop());
      act(part);
    });
  }

  adopt(root, panelCss);
  // An inline panel is as high as its container.
  stage.style.display = 'contents';
  const stops = [
    relayEvents(chat, emit),
    chat.on('message', ({ author }) => {
      if (author === 'user') return;
      if (!ui.isOpen.value) count(unread.value + 1);
      if (!ui.isOpen.value || document.hidden) ui.sound.value?.play();
    }),
    effect(() => {
      if (isAllowed.value) for (const act of waiting.splice(0)) act();
    }),
    effect(() => {
      const { consent, disclaimer, policies } = config.value ?? {};
      if (!ui.isOpen.value || !(consent?.required || disclaimer || policies?.place === 'composer')) return;
      extras.need();
      occasional.need();
    }),
    // A resumed conversation has formatted text at once; a new one is usable before it needs any.
    chat.on('sessionStart', ({ resumed }) => resumed && extras.need()),
    effect(() => {
      if (chat.connection.value === 'online') extras.need();
    }),
    effect(paint),
    effect(() => {
      const strings = words.strings.value;
      context.nameLauncher(
        extras.part.value?.showUnread(context.launcher, unread.value, strings) ?? strings.open,
      );
    }),
    effect(() => applyShape(stage, config.value)),
    // spec messaging §6: the last language that the conversation has changed to.
    chat.language.subscribe((tag) => tag !== null && words.setLocale(tag)),
    renderPanel(
      stage,
      {
        chat: { ...chat, send },
        ui,
        options,
        config,
        extras: extras.part,
        occasional: occasional.part,
        needOccasional: occasional.need,
        isAllowed,
        strings: words.strings,
        locale: words.locale,
        clock,
        nextFrame: browserFrames,
        open: context.open,
        close: context.close,
      },
      words.isReady,
    ),
    chat.dispose,
  ];

  return {
    setOpen(isOpen, takesFocus) {
      ui.takesFocus.value = takesFocus;
      ui.isOpen.value = isOpen;
      if (!isOpen) return chat.rest();
      ui.prompt.value = null;
      count(0);
      askForConfig();
      whenAllowed(() => ui.isOpen.peek() && chat.start());
    },
    send,
    setLocale: words.setLocale,
    setTheme(tokens) {
      for (const [name, value] of Object.entries(tokens)) host.style.setProperty(`--foyer-${name}`, value);
      if (tokens['accent'] !== undefined) {
        accent = tokens['accent'] || options.accent;
        context.launcher.style.setProperty('--_accent', tokens['accent']);
      }
      paint();
    },
    prompt(prompt) {
      occasional.need();
      ui.prompt.value = prompt;
    },
    animate: (movement, ms) => withOccasional(({ animate }) => animate(context.launcher, movement, ms)),
    end: chat.end,
    restart: () => whenAllowed(chat.restart),
    dispose() {
      aborter.abort();
      for (const stop of stops) stop();
    },
  };
}
