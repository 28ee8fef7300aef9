import { own } from '../base/own.ts';
import { VERSION } from '../base/version.ts';
import type { OnContextRequired } from '../chat/shell/ask-for-context.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type { MountOptions } from '../widget/context/options.ts';
import type { SendOutcome } from '../widget/context/send-outcome.ts';
import type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
import { dispatch, listen } from './element-events.ts';
import launcherCss from './launcher.css?inline';
import { createLauncher, launcherName } from './launcher.ts';
import { createPanelLoader } from './panel-loader.ts';
import type { LoadPanel, PanelHandle } from './panel-port.ts';
import { callSession, forgetSession, sessionKey, storedSession } from './stored-session.ts';
import { adoptStyleSheet } from './style-sheet.ts';
import type { UseRare } from './use-rare.ts';
import { watchCorner } from './watch-corner.ts';
import { whenPageIdle } from './when-idle.ts';

/** The relay's public configuration, if it came with the script, and a callback after `destroy()`. */
export type WidgetExtras = readonly [config?: unknown, onDestroy?: () => void];

/** Creates the element that holds launcher and panel, with position and accent from the page or else from the site. */
function createRoot(options: MountOptions, { accent, launcher }: Partial<WidgetConfig>): HTMLElement {
  const root = document.createElement('div');
  root.className = `root ${options.container ? 'inline' : (options.position ?? '')} ${(!options.autoOpen && launcher?.appears) || ''}`;
  root.style.setProperty('--_z', `${options.zIndex ?? 2_147_483_000}`);
  root.style.setProperty('--_accent', options.accent ?? `var(--foyer-accent,${accent ?? '#0f4c81'})`);
  return root;
}

/** Creates the widget in `host`: the launcher, the panel and the API. The panel loads when a visitor approaches the launcher. */
export function createWidget(
  host: HTMLElement,
  options: MountOptions,
  loadPanel: LoadPanel,
  useRare: UseRare,
  ...[config, onDestroy]: WidgetExtras
): FoyerApi {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const mountPoint = document.createElement('div');
  const launcher = createLauncher();
  let name = launcherName(options.locale);
  const site = own(config as WidgetConfig);
  const root = createRoot(options, site);
  const { relay, remember } = options;
  const key = sessionKey(relay);
  const aborter = new AbortController();
  const { signal } = aborter;
  let state: FoyerState = {
    isOpen: false,
    isVisible: true,
    unread: 0,
    connection: 'idle',
    handoff: 'none',
  };
  /** True if the chat should be open. */
  let isWanted = false;
  /** `autoOpen` does not move the focus into the panel. */
  let movesFocus: boolean;
  /** Pending calls of `open`. */
  const opening: ((isOpen: boolean) => void)[] = [];
  const settle = (isOpen: boolean) => {
    for (const resolve of opening.splice(0)) resolve(isOpen);
  };
  let earlyResume: Promise<unknown> | undefined;
  let pageContext: unknown;
  let contextToken: OnContextRequired = () => null;
  const panel = createPanelLoader(
    loadPanel,
    ({ mountPanel }) =>
      mountPanel({
        host,
        mountPoint,
        options,
        config,
        launcher,
        earlyResume: isWanted && earlyResume,
        nameLauncher(newName) {
          name = newName;
          setState();
        },
        emit,
        pageContext: () => pageContext,
        onContextRequired: (required) => contextToken(required),
        open: () => open(true),
        close: () => close(true),
      }),
    () => isWanted,
    setState,
    () => {
      isWanted = false;
      settle(false);
      emit('error', { code: 'panel_unavailable' }, {});
    },
  );

  /** Changes the state and renders it. */
  function setState(change?: Partial<FoyerState>): void {
    state = Object.freeze({ ...state, ...change });
    host.dataset.connection = state.connection;
    host.dataset.handoff = state.handoff;
    root.hidden = !state.isVisible;
    const { status } = panel;
    const hasFailed = status === 'failed';
    launcher.hidden = !hasFailed && (!!options.container || options.showIcon === false);
    launcher.setAttribute('aria-expanded', `${state.isOpen}`);
    launcher.dataset.state = isWanted || hasFailed ? status : '';
    // Screen readers announce the icon in the visitor's language. A text would need a catalogue, and its load may fail, too.
    launcher.setAttribute('aria-label', name + (hasFailed ? ' ⚠' : ''));
  }

  function emit<Name extends FoyerEventName>(
    name: Name,
    detail: FoyerEvents[Name],
    change?: Partial<FoyerState>,
  ): boolean {
    if (change) setState(change);
    return dispatch(host, name, detail);
  }

  /** Creates a function that waits for the panel. */
  const queuedCall =
    <Name extends Exclude<keyof PanelHandle, 'setOpen' | 'dispose'>>(name: Name) =>
    (...args: Parameters<PanelHandle[Name]>): void =>
      panel.whenLoaded((handle) => (handle[name] as (...of: typeof args) => void)(...args));

  function open(byVisitor: boolean): Promise<boolean> {
    isWanted = true;
    movesFocus = byVisitor;
    setState();
    const opened = new Promise<boolean>((resolve) => opening.push(resolve));
    panel.whenLoaded((handle) => {
      if (isWanted && !state.isOpen) {
        setState({ isOpen: true });
        handle.setOpen(true, movesFocus);
        emit('open', {});
      }
      settle(state.isOpen);
    });
    // Once for the calls that wait, and in a microtask: a chat that opens by itself is placed after it has begun.
    if (!opening[1])
      queueMicrotask(() => {
        const sessionId = storedSession(key, remember);
        if (sessionId && host.isConnected && panel.status === 'loading')
          earlyResume = callSession(relay, `${sessionId}/resume`, 'POST');
      });
    if (signal.aborted) settle(false);
    return opened;
  }

  function send(text: string): Promise<SendOutcome> {
    return new Promise((resolve) => {
      let isOver = false;
      open(true).then((isOpen) => {
        isOver = !isOpen;
        if (isOver) resolve('failed');
      });
      panel.whenLoaded((handle) => isOver || resolve(handle.send(text)));
    });
  }

  function close(byVisitor: boolean): void {
    isWanted = false;
    settle(false);
    if (!state.isOpen) return;
    const hadFocus = shadow.activeElement;
    panel.whenLoaded((handle) => handle.setOpen(false, false));
    setState({ isOpen: false });
    if (byVisitor || hadFocus) launcher.focus();
    emit('close', {});
  }

  function end(): void {
    const sessionId = storedSession(key, remember);
    if (panel.status !== 'none') queuedCall('end')();
    if (panel.status === 'ready' || !sessionId) return;
    // M-3.17. At once, since a page that logs out may be left.
    forgetSession(key, remember);
    callSession(relay, sessionId, 'DELETE');
    emit('session-end', { sessionId, reason: 'user_end' });
  }

  function destroy(): void {
    aborter.abort();
    settle(false);
    panel.dispose();
    shadow.adoptedStyleSheets = [];
    root.remove();
    host.remove();
    onDestroy?.();
  }

  root.append(launcher, mountPoint);
  shadow.append(root);
  adoptStyleSheet(shadow, launcherCss);
  // Touch screens also fire `pointerenter`, just before `pointerdown`.
  launcher.onpointerenter = launcher.onfocus = panel.load;
  launcher.onclick = () => (state.isOpen ? close(true) : open(true));
  setState();
  if (!options.container) {
    const isLeft = options.position === 'bottom-left';
    watchCorner(host, launcher, isLeft, signal, () =>
      useRare(({ riseAboveBars }) => riseAboveBars(root, isLeft, signal)),
    );
  }
  if (options.autoOpen || options.container) {
    // M-3.19. A hidden page becomes visible next.
    if (document.hidden) addEventListener('visibilitychange', () => open(false), { once: true, signal });
    else open(false);
  }
  // Contract §3. The first access to the storage of a page waits for another process, so it happens when the page is idle.
  else
    whenPageIdle(() => {
      if (storedSession(key, remember)) queuedCall('resume')();
      if (site.launcher) useRare(({ applyRules }) => applyRules(site, options, root));
    }, aborter);
  if (options.browserAgents === 'on')
    useRare(({ offerTools }) => offerTools(signal, () => open(false), panel.whenLoaded));
  // A microtask, so that listeners added right after mounting receive it.
  queueMicrotask(() => emit('ready', { version: VERSION }));

  return {
    version: VERSION,
    get state() {
      return state;
    },
    open: () => open(true),
    close: () => close(false),
    toggle: () => void (isWanted ? close(false) : open(true)),
    show: () => setState({ isVisible: true }),
    hide: () => setState({ isVisible: false }),
    send,
    prompt: queuedCall('prompt'),
    animate: queuedCall('animate'),
    setLocale: queuedCall('setLocale'),
    setTheme: queuedCall('setTheme'),
    end,
    restart() {
      open(true);
      queuedCall('restart')();
    },
    // These two must not load the panel: pages call them at once.
    setContext(fields) {
      pageContext = fields;
    },
    onContextRequired(answer) {
      contextToken = answer;
    },
    destroy,
    on: (name, listener) => listen(host, name, listener, aborter),
  };
}
