import type { MountOptions } from '../widget/options.ts';
import type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
import launcherCss from './launcher.css?inline';
import { createLauncher, type LauncherState } from './launcher.ts';
import { nextTask } from './next-task.ts';
import type { LoadPanel, PanelHandle } from './panel-port.ts';
import { adoptStyleSheet } from './style-sheet.ts';

declare const __FOYER_VERSION__: string;
const version = __FOYER_VERSION__;

export interface WidgetSetup {
  readonly options: MountOptions;
  /** The relay's public configuration, if it came with the script. */
  readonly config?: unknown;
  readonly loadPanel: LoadPanel;
}

type Panel = 'none' | 'loading' | PanelHandle;

const freeze = <Detail extends object>(detail: Detail): Detail => Object.freeze({ ...detail });

/** Creates the widget in `host`: the launcher, the panel, which loads when a visitor approaches the launcher, and the API. */
export function createWidget(host: HTMLElement, setup: WidgetSetup): FoyerApi {
  const { options, loadPanel } = setup;
  // `EventTarget` reports a listener that throws and continues with the next one.
  const events = new EventTarget();
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
  let panel: Panel = 'none';
  let launcherState: LauncherState = 'ready';
  let attempts = 0;
  let wantsOpen = false;
  /** Whether opening moves the focus into the panel. False for `autoOpen`. */
  let takesFocus = false;
  /** Actions that wait for the panel, in order. */
  const waiting: ((handle: PanelHandle) => void)[] = [];

  const mountedPanel = () => (typeof panel === 'string' ? undefined : panel);

  /** Changes the state and shows it. */
  function setState(change: Partial<FoyerState>): void {
    state = freeze({ ...state, ...change });
    host.dataset.connection = state.connection;
    host.dataset.handoff = state.handoff;
    root.hidden = !state.isVisible;
    button.hidden = state.isOpen || (launcherState !== 'failed' && (isInline || options.showIcon === false));
    launcher.show(launcherState);
  }

  function setLauncherState(next: LauncherState): void {
    launcherState = next;
    setState({});
  }

  function emit<Name extends FoyerEventName>(name: Name, detail: FoyerEvents[Name]): void {
    if ('status' in detail) setState({ [name]: detail.status });
    if ('count' in detail) setState({ unread: detail.count });
    events.dispatchEvent(new CustomEvent(name, { detail: freeze(detail) }));
  }

  function load(): void {
    // A failed load is repeated when the visitor opens the chat, not when the pointer passes.
    if (panel !== 'none' || (launcherState === 'failed' && !wantsOpen) || aborter.signal.aborted) return;
    panel = 'loading';
    setLauncherState(wantsOpen ? 'loading' : 'ready');
    loadPanel(attempts++).then(
      async ({ mountPanel }) => {
        await nextTask();
        if (aborter.signal.aborted) return;
        panel = mountPanel({
          host,
          stage,
          options,
          config: setup.config,
          launcher: button,
          nameLauncher(name) {
            launcher.name = name;
            setState({});
          },
          emit,
          open: () => open(true),
          close: () => close(true),
        });
        setLauncherState('ready');
        await nextTask();
        runWaiting();
      },
      () => {
        panel = 'none';
        setLauncherState(wantsOpen ? 'failed' : 'ready');
        wantsOpen = false;
        emit('error', { code: 'panel_unavailable' });
      },
    );
  }

  /** Runs the waiting actions, or loads the panel. */
  function runWaiting(): void {
    const handle = mountedPanel();
    if (!handle) return load();
    for (const action of waiting.splice(0)) action(handle);
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
    if (panel === 'loading') setLauncherState('loading');
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
    const hadFocus = shadow.activeElement !== null;
    mountedPanel()?.setOpen(false, false);
    setState({ isOpen: false });
    if (byVisitor || hadFocus) button.focus();
    emit('close', {});
  }

  function destroy(): void {
    if (aborter.signal.aborted) return;
    aborter.abort();
    mountedPanel()?.dispose();
    panel = 'none';
    shadow.adoptedStyleSheets = [];
    root.remove();
    host.remove();
  }

  const configuredAccent = (setup.config as { readonly accent?: string } | undefined)?.accent;
  root.className = `root ${isInline ? 'inline' : (options.position ?? '')}`;
  root.style.setProperty('--_z-index', `${options.zIndex ?? 2_147_483_000}`);
  root.style.setProperty(
    '--_accent',
    options.accent ?? `var(--foyer-accent,${configuredAccent ?? '#0f4c81'})`,
  );
  root.append(button, stage);
  shadow.append(root);
  adoptStyleSheet(shadow, launcherCss);
  // Touch screens also fire `pointerenter`, just before `pointerdown`.
  button.onpointerenter = button.onfocus = load;
  button.onclick = () => open(true);
  setState({});
  if (options.autoOpen || isInline) open(false);
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
    end: () => mountedPanel()?.end(),
    restart: queuedCall('restart', true),
    destroy,
    on(name, listener) {
      const onEvent = (event: Event) => listener((event as CustomEvent).detail);
      events.addEventListener(name, onEvent, { signal: aborter.signal });
      return () => events.removeEventListener(name, onEvent);
    },
  };
}
