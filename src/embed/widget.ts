import { own } from '../base/own.ts';
import type { MountOptions } from '../widget/options.ts';
import type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
import { attempt } from './attributes.ts';
import launcherCss from './launcher.css?inline';
import { createLauncher } from './launcher.ts';
import { nextTask } from './next-task.ts';
import type { LoadPanel, PanelHandle } from './panel-port.ts';
import { riseAboveBars } from './rise-above-bars.ts';
import { adoptStyleSheet } from './style-sheet.ts';
import { whenIdle } from './when-idle.ts';

declare const __FOYER_VERSION__: string;
const version = __FOYER_VERSION__;

export interface WidgetExtras {
  /** The relay's public configuration, if it came with the script. */
  readonly config?: unknown;
  /** Called once, when the widget is destroyed. */
  onDestroy?(): void;
}

export interface WidgetSetup extends WidgetExtras {
  readonly options: MountOptions;
  readonly loadPanel: LoadPanel;
}

const freeze = <Detail extends object>(detail: Detail): Detail => Object.freeze({ ...detail });

/** Key of the stored session. */
const keyOf = (relay: string): string => `foyer:${new URL(relay).origin}`;

/** Creates the widget in `host`: the launcher, the panel, which loads when a visitor approaches the launcher, and the API. */
export function createWidget(host: HTMLElement, setup: WidgetSetup): FoyerApi {
  const { options, loadPanel, config, onDestroy } = setup;
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const root = document.createElement('div');
  const stage = document.createElement('div');
  const launcher = createLauncher(options.locale);
  const { element: button } = launcher;
  const isInline = options.container !== undefined;
  const aborter = new AbortController();
  let state: FoyerState = freeze({
    isOpen: false,
    isVisible: true,
    unread: 0,
    connection: 'idle',
    handoff: 'none',
  });
  let panel: PanelHandle | undefined;
  let isLoading = false;
  /** Whether the panel could not be loaded when the visitor wanted it. */
  let hasFailed = false;
  let attempts = 0;
  let wantsOpen = false;
  /** Whether opening moves the focus into the panel. False for `autoOpen`. */
  let takesFocus = false;
  /** Actions that wait for the panel, in order. */
  const waiting: ((handle: PanelHandle) => void)[] = [];

  /** Changes the state and shows it. */
  function setState(change?: Partial<FoyerState>): void {
    state = freeze({ ...state, ...change });
    host.dataset.connection = state.connection;
    host.dataset.handoff = state.handoff;
    root.hidden = !state.isVisible;
    button.hidden = state.isOpen || (!hasFailed && (isInline || options.showIcon === false));
    launcher.show(hasFailed ? 'failed' : isLoading && wantsOpen ? 'loading' : '');
  }

  function emit<Name extends FoyerEventName>(
    name: Name,
    detail: FoyerEvents[Name],
    change?: Partial<FoyerState>,
  ): void {
    if (change) setState(change);
    // An event of the element: the browser reports a listener that throws, and calls the next one.
    host.dispatchEvent(
      new CustomEvent(`foyer:${name}`, { detail: freeze(detail), bubbles: true, composed: true }),
    );
  }

  function load(): void {
    // A failed load is repeated when the visitor opens the chat, not when the pointer passes.
    if (isLoading || panel || (hasFailed && !wantsOpen) || aborter.signal.aborted) return;
    isLoading = true;
    hasFailed = false;
    setState();
    loadPanel(attempts++).then(
      async ({ mountPanel }) => {
        await nextTask();
        if (aborter.signal.aborted) return;
        panel = mountPanel({
          host,
          stage,
          options,
          config,
          launcher: button,
          nameLauncher(name) {
            launcher.name = name;
            setState();
          },
          emit,
          open: () => open(true),
          close: () => close(true),
        });
        isLoading = false;
        setState();
        await nextTask();
        runWaiting();
      },
      (error) => {
        // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
        console.error('foyer:', error);
        isLoading = false;
        hasFailed = wantsOpen;
        wantsOpen = false;
        setState();
        emit('error', { code: 'panel_unavailable' });
      },
    );
  }

  /** Runs the waiting actions, or loads the panel. */
  function runWaiting(): void {
    if (!panel) return load();
    for (const action of waiting.splice(0)) action(panel);
  }

  const whenLoaded = (action: (handle: PanelHandle) => void) => {
    waiting.push(action);
    runWaiting();
  };

  /** Creates a method of the API that waits for the panel. */
  const queuedCall =
    <Name extends 'send' | 'restart' | 'prompt' | 'animate' | 'setLocale' | 'setTheme'>(
      name: Name,
      opens = false,
    ) =>
    (...args: Parameters<PanelHandle[Name]>) => {
      if (opens) open(true);
      whenLoaded((handle) => (handle[name] as (...of: typeof args) => void)(...args));
    };

  function open(movesFocus: boolean): void {
    wantsOpen = true;
    takesFocus = movesFocus;
    setState();
    whenLoaded((handle) => {
      if (!wantsOpen || state.isOpen) return;
      setState({ isOpen: true });
      handle.setOpen(true, takesFocus);
      emit('open', {});
    });
  }

  function close(byVisitor: boolean): void {
    wantsOpen = false;
    if (!state.isOpen) return;
    const hadFocus = shadow.activeElement;
    panel?.setOpen(false, false);
    setState({ isOpen: false });
    if (byVisitor || hadFocus) button.focus();
    emit('close', {});
  }

  /** Resumes the stored conversation once the page has loaded, is visible and has nothing else to do (contract §3). */
  function resumeWhenIdle(): void {
    if (document.readyState === 'complete' && !document.hidden)
      whenIdle(() => whenLoaded((handle) => handle.resume()));
  }

  /** Ends the conversation. M-3.17: before there is a panel, the stored one at once, since a page that logs out may be left. */
  function end(): void {
    if (panel || waiting.length > 0) whenLoaded((handle) => handle.end());
    if (panel) return;
    attempt((relay) => {
      const key = keyOf(relay);
      const sessionId = localStorage[key];
      if (!sessionId) return;
      delete localStorage[key];
      fetch(
        `${relay}/chat/sessions/${encodeURIComponent(sessionId)}`,
        own<RequestInit>({ method: 'DELETE', credentials: 'include', keepalive: true }),
      ).catch(() => {});
      emit('session-end', { sessionId, reason: 'user_end' });
    }, options.relay);
  }

  function destroy(): void {
    if (aborter.signal.aborted) return;
    aborter.abort();
    panel?.dispose();
    panel = undefined;
    shadow.adoptedStyleSheets = [];
    root.remove();
    host.remove();
    onDestroy?.();
  }

  root.className = `root ${isInline ? 'inline' : (options.position ?? '')}`;
  root.style.setProperty('--_z-index', `${options.zIndex ?? 2_147_483_000}`);
  root.style.setProperty(
    '--_accent',
    options.accent ??
      `var(--foyer-accent,${own((config ?? {}) as { readonly accent?: string }).accent ?? '#0f4c81'})`,
  );
  root.append(button, stage);
  shadow.append(root);
  adoptStyleSheet(shadow, launcherCss);
  // Touch screens also fire `pointerenter`, just before `pointerdown`.
  button.onpointerenter = button.onfocus = load;
  button.onclick = () => open(true);
  setState();
  if (!isInline) riseAboveBars(root, options.position === 'bottom-left', aborter);
  if (options.autoOpen || isInline) open(false);
  else if (attempt((relay) => localStorage[keyOf(relay)], options.relay)) {
    for (const event of ['load', 'visibilitychange']) addEventListener(event, resumeWhenIdle, aborter);
    resumeWhenIdle();
  }
  // A microtask, so that listeners added right after mounting receive it.
  queueMicrotask(() => emit('ready', { version }));

  return {
    version,
    get state() {
      return state;
    },
    open: () => open(true),
    close: () => close(false),
    toggle: () => (wantsOpen ? close(false) : open(true)),
    show: () => setState({ isVisible: true }),
    hide: () => setState({ isVisible: false }),
    send: queuedCall('send', true),
    prompt: queuedCall('prompt'),
    animate: queuedCall('animate'),
    setLocale: queuedCall('setLocale'),
    setTheme: queuedCall('setTheme'),
    end,
    restart: queuedCall('restart', true),
    destroy,
    on(name, listener) {
      const type = `foyer:${name}`;
      const onEvent = (event: Event) => listener((event as CustomEvent).detail);
      host.addEventListener(type, onEvent, aborter);
      return () => host.removeEventListener(type, onEvent);
    },
  };
}
