import { own } from '../base/own.ts';
import type { OnContextRequired } from '../chat/shell/ask-for-context.ts';
import type { MountOptions } from '../widget/options.ts';
import type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
import launcherCss from './launcher.css?inline';
import { createLauncher, launcherName } from './launcher.ts';
import { nextTask } from './next-task.ts';
import type { LoadPanel, PanelHandle } from './panel-port.ts';
import { riseAboveBars } from './rise-above-bars.ts';
import { endStoredSession, sessionKey, storedSession } from './stored-session.ts';
import { adoptStyleSheet } from './style-sheet.ts';
import { warn } from './warn.ts';
import { whenQuiet } from './when-quiet.ts';

declare const __FOYER_VERSION__: string;
const version = __FOYER_VERSION__;

/** The relay's public configuration, if it came with the script, and what is called once the widget is destroyed. */
export type WidgetExtras = readonly [config?: unknown, onDestroy?: () => void];

/**
 * The panel chunk: `none` → `loading` → `ready`. A load that fails while the visitor waits is `failed`, until the visitor opens
 * the chat again; one that only prepared it is `none` again.
 */
type Panel =
  | { readonly status: 'none' | 'loading' | 'failed' | 'destroyed' }
  | { readonly status: 'ready'; readonly handle: PanelHandle };

/** Creates the widget in `host`: the launcher, the panel, which loads when a visitor approaches the launcher, and the API. */
export function createWidget(
  host: HTMLElement,
  options: MountOptions,
  loadPanel: LoadPanel,
  ...[config, onDestroy]: WidgetExtras
): FoyerApi {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const mountPoint = document.createElement('div');
  const launcher = createLauncher();
  let name = launcherName(options.locale);
  const isInline = options.container !== undefined;
  const root = document.createElement('div');
  const key = sessionKey(options.relay);
  const aborter = new AbortController();
  let state: FoyerState = {
    isOpen: false,
    isVisible: true,
    unread: 0,
    connection: 'idle',
    handoff: 'none',
  };
  let panel: Panel = { status: 'none' };
  let attempts = 0;
  /** Undefined if the chat shall be closed. `autoOpen` does not move the focus into the panel. */
  let wanted: { readonly movesFocus: boolean } | undefined;
  let contextToken: OnContextRequired = () => null;
  /** Actions that wait for the panel, in order. */
  const waiting: ((handle: PanelHandle) => void)[] = [];

  /** Changes the state and shows it. */
  function setState(change?: Partial<FoyerState>): void {
    state = Object.freeze({ ...state, ...change });
    host.dataset.connection = state.connection;
    host.dataset.handoff = state.handoff;
    root.hidden = !state.isVisible;
    const { status } = panel;
    launcher.hidden = status !== 'failed' && (isInline || options.showIcon === false);
    launcher.setAttribute('aria-expanded', `${state.isOpen}`);
    launcher.dataset.state = wanted || status === 'failed' ? status : '';
    // Screen readers say the sign in the visitor's language. A text would need a catalogue, which may not load either.
    launcher.setAttribute('aria-label', name + (status === 'failed' ? ' ⚠' : ''));
  }

  function emit<Name extends FoyerEventName>(
    name: Name,
    detail: FoyerEvents[Name],
    change?: Partial<FoyerState>,
  ): void {
    if (change) setState(change);
    // An event of the element: the browser reports a listener that throws, and calls the next one.
    host.dispatchEvent(
      new CustomEvent(`foyer:${name}`, {
        detail: Object.freeze({ ...detail }),
        bubbles: true,
        composed: true,
      }),
    );
  }

  /** Loads the panel, or runs the waiting actions if it has loaded. */
  function load(): void {
    if (panel.status === 'ready') for (const action of waiting.splice(0)) action(panel.handle);
    // A failed load is repeated when the visitor opens the chat, not when the pointer passes.
    if (panel.status !== 'none' && !(panel.status === 'failed' && wanted)) return;
    panel = { status: 'loading' };
    setState();
    loadPanel(attempts++).then(
      async ({ mountPanel }) => {
        await nextTask();
        if (panel.status !== 'loading') return;
        const handle = mountPanel({
          host,
          mountPoint,
          options,
          config,
          launcher,
          nameLauncher(newName) {
            name = newName;
            setState();
          },
          emit,
          onContextRequired: (required) => contextToken(required),
          open: () => open(true),
          close: () => close(true),
        });
        panel = { status: 'ready', handle };
        setState();
        await nextTask();
        load();
      },
      (error) => {
        if (panel.status !== 'loading') return;
        warn(error);
        panel = { status: wanted ? 'failed' : 'none' };
        wanted = undefined;
        emit('error', { code: 'panel_unavailable' }, {});
      },
    );
  }

  const whenLoaded = (action: (handle: PanelHandle) => void) => {
    waiting.push(action);
    load();
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
    wanted = { movesFocus };
    setState();
    whenLoaded((handle) => {
      if (!wanted || state.isOpen) return;
      setState({ isOpen: true });
      handle.setOpen(true, wanted.movesFocus);
      emit('open', {});
    });
  }

  function close(byVisitor: boolean): void {
    wanted = undefined;
    if (!state.isOpen) return;
    const hadFocus = shadow.activeElement;
    whenLoaded((handle) => handle.setOpen(false, false));
    setState({ isOpen: false });
    if (byVisitor || hadFocus) launcher.focus();
    emit('close', {});
  }

  function end(): void {
    const sessionId = storedSession(key);
    if (panel.status === 'ready' || waiting[0]) whenLoaded((handle) => handle.end());
    if (panel.status === 'ready' || !sessionId) return;
    endStoredSession(options.relay, key, sessionId);
    emit('session-end', { sessionId, reason: 'user_end' });
  }

  function destroy(): void {
    aborter.abort();
    if (panel.status === 'ready') panel.handle.dispose();
    panel = { status: 'destroyed' };
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
      `var(--foyer-accent,${own(config as { readonly accent?: string }).accent ?? '#0f4c81'})`,
  );
  root.append(launcher, mountPoint);
  shadow.append(root);
  adoptStyleSheet(shadow, launcherCss);
  // Touch screens also fire `pointerenter`, just before `pointerdown`.
  launcher.onpointerenter = launcher.onfocus = load;
  launcher.onclick = () => (state.isOpen ? close(true) : open(true));
  setState();
  if (!isInline) riseAboveBars(root, options.position === 'bottom-left', aborter);
  if (options.autoOpen || isInline) open(false);
  // Contract §3.
  else if (storedSession(key)) whenQuiet(() => whenLoaded((handle) => handle.resume()), aborter);
  // A microtask, so that listeners added right after mounting receive it.
  queueMicrotask(() => emit('ready', { version }));

  return {
    version,
    get state() {
      return state;
    },
    open: () => open(true),
    close: () => close(false),
    toggle: () => (wanted ? close(false) : open(true)),
    show: () => setState({ isVisible: true }),
    hide: () => setState({ isVisible: false }),
    send: queuedCall('send', true),
    prompt: queuedCall('prompt'),
    animate: queuedCall('animate'),
    setLocale: queuedCall('setLocale'),
    setTheme: queuedCall('setTheme'),
    end,
    restart: queuedCall('restart', true),
    // It must not load the panel: pages call it at once.
    onContextRequired(answer) {
      contextToken = answer;
    },
    destroy,
    on(name, listener) {
      const type = `foyer:${name}`;
      const onEvent = (event: Event) => listener((event as CustomEvent).detail);
      host.addEventListener(type, onEvent, aborter);
      return () => host.removeEventListener(type, onEvent);
    },
  };
}
