import { computed, effect, signal } from '@preact/signals';
import { systemClock } from '../base/clock.ts';
import type { Chat } from '../chat/chat.ts';
import { type ChatOptions, runChat } from '../chat/run-chat.ts';
import { DEFAULT_WIDGET_CONFIG, readWidgetConfig, type WidgetConfig } from '../protocol/widget-config.ts';
import { createUi, type Extras, renderPanel } from '../widget/index.ts';
import { DEFAULTS } from '../widget/options.ts';
import { browserFrames } from '../widget/painter.ts';
import panelCss from '../widget/panel.css?inline';
import { stringsFor } from '../widget/strings.ts';
import type { PanelContext, PanelHandle } from './panel-port.ts';
import { adopt } from './sheet.ts';

/** A configuration that cannot be read is as good as none: the chat works with neutral words. */
function configOf(value: unknown): WidgetConfig {
  return readWidgetConfig(value) ?? DEFAULT_WIDGET_CONFIG;
}

async function fetchConfig(relay: string, abort: AbortSignal): Promise<unknown> {
  try {
    // With cookies: the relay's answer may set the one that binds sessions to this browser (contract §4).
    const response = await fetch(`${relay}/chat/config`, { credentials: 'include', signal: abort });
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The site's corners and letters, as custom properties: the page's policy allows those. */
function applyShape(stage: HTMLElement, config: WidgetConfig | null): void {
  const { radius, font } = config ?? {};
  if (radius !== undefined)
    stage.style.setProperty('--_radius', Number.isFinite(radius) ? `${radius}px` : `${radius}`);
  if (font !== undefined) stage.style.setProperty('--_font', font);
}

/** Passes what happens in the conversation on to the page. Returns what ends that. */
function relayEvents(chat: Chat, emit: PanelContext['emit']): () => void {
  const onChange = <Value>(read: () => Value, tell: (value: Value) => void) => {
    let last = read();
    return effect(() => {
      const value = read();
      if (value !== last) tell(value);
      last = value;
    });
  };
  const stops = [
    onChange(
      () => chat.connection.value,
      (status) => emit('connection', { status }),
    ),
    onChange(
      () => chat.handoff.value,
      (status) => emit('handoff', { status }),
    ),
    onChange(
      () => chat.language.value,
      (code) => code !== null && emit('language', { code }),
    ),
    onChange(
      () => chat.trouble.value,
      (trouble) => trouble && emit('error', { code: trouble.code }),
    ),
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

/** Puts the panel together: conversation, configuration and views. Nothing is requested before it first opens. */
export function mountPanel(
  context: PanelContext,
  create: (options: ChatOptions) => Chat = runChat,
  loadExtras: () => Promise<Extras> = () => import('../widget/extras.ts'),
): PanelHandle {
  const { host, stage, emit } = context;
  const options = { ...DEFAULTS, ...context.options };
  const locale = options.locale ?? DEFAULT_WIDGET_CONFIG.default_locale;
  const chat = create({ relay: options.relay, platform: options.platform, locale });
  const ui = createUi();
  const aborter = new AbortController();
  const config = signal(context.config === undefined ? null : configOf(context.config));
  const extras = signal<Extras | null>(null);
  const unread = signal(0);
  const root = stage.getRootNode() as ShadowRoot;
  let hasStarted = false;

  function start(): void {
    chat.start();
    if (hasStarted) return;
    hasStarted = true;
    if (config.value !== null) return;
    void fetchConfig(options.relay, aborter.signal).then((value) => {
      if (!aborter.signal.aborted) config.value = configOf(value);
    });
  }

  function count(next: number): void {
    if (unread.value === next) return;
    unread.value = next;
    emit('unread', { count: next });
  }

  function addExtras(): void {
    if (extras.peek()) return;
    loadExtras().then(
      (loaded) => {
        if (aborter.signal.aborted || extras.peek()) return;
        adopt(root, loaded.extrasCss);
        extras.value = loaded;
      },
      // Plain text until the connection comes back another time.
      () => {},
    );
  }

  adopt(root, panelCss);
  const stops = [
    relayEvents(chat, emit),
    chat.on('message', ({ author }) => {
      if (author !== 'user' && !ui.isOpen.value) count(unread.value + 1);
    }),
    // A resumed conversation has formatted text at once; a new one is usable before it needs any.
    chat.on('sessionStart', ({ resumed }) => resumed && addExtras()),
    effect(() => {
      if (chat.connection.value === 'online') addExtras();
    }),
    effect(() => extras.value?.applyColours(host, stage, options, config.value)),
    effect(() => applyShape(stage, config.value)),
    renderPanel(stage, {
      chat,
      ui,
      options,
      config,
      extras,
      strings: computed(() => stringsFor(locale, config.value?.strings)),
      locale,
      clock: systemClock(),
      nextFrame: browserFrames,
      close: context.close,
    }),
    chat.dispose,
  ];

  return {
    setOpen(isOpen, takesFocus) {
      ui.takesFocus.value = takesFocus;
      ui.isOpen.value = isOpen;
      if (!isOpen) return chat.rest();
      count(0);
      start();
    },
    send: chat.send,
    end: chat.end,
    restart: chat.restart,
    dispose() {
      aborter.abort();
      for (const stop of stops) stop();
    },
  };
}
