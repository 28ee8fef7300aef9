import type { ChosenOptions } from '../widget/options.ts';
import type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
import launcherCss from './launcher.css?inline';
import { createLauncher, type LauncherState } from './launcher.ts';
import type { LoadPanel, PanelHandle } from './panel-port.ts';
import { adopt } from './sheet.ts';

declare const __FOYER_VERSION__: string;
const version = __FOYER_VERSION__;

export interface WidgetSetup {
  readonly options: ChosenOptions;
  /** The relay's public configuration, where it came with the script. */
  readonly config?: unknown;
  readonly loadPanel: LoadPanel;
}

type Panel = 'none' | 'loading' | PanelHandle;

const freeze = <Detail extends object>(detail: Detail): Detail => Object.freeze({ ...detail });

/** The life of one `<foyer-chat>`: launcher, the panel that loads on intent, and the page's API over both. */
export function createWidget(host: HTMLElement, setup: WidgetSetup): FoyerApi {
  const { options, loadPanel } = setup;
  // The platform's own dispatch: a listener that throws is reported to the page and stops nobody.
  const events = new EventTarget();
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const root = document.createElement('div');
  const stage = document.createElement('div');
  const launcher = createLauncher(options.locale);
  const { element: button } = launcher;
  const isInline = options.container !== undefined;
  const ending = new AbortController();
  let state: FoyerState = freeze({
    isOpen: false,
    isVisible: true,
    unread: 0,
    connection: 'idle',
    handoff: 'none',
  });
  let panel: Panel = 'none';
  let mood: LauncherState = 'ready';
  let attempts = 0;
  let wantsOpen = false;
  /** Not before somebody has asked for the panel: a page's own opening leaves the focus where it is. */
  let takesFocus = false;
  /** What the page asked for before there was a panel, in order. */
  const waiting: ((handle: PanelHandle) => void)[] = [];

  const mounted = () => (typeof panel === 'string' ? undefined : panel);

  /** Shows the state, with what has changed in it. */
  function become(change: Partial<FoyerState>): void {
    state = freeze({ ...state, ...change });
    host.dataset.connection = state.connection;
    host.dataset.handoff = state.handoff;
    root.hidden = !state.isVisible;
    button.hidden = state.isOpen || (mood !== 'failed' && (isInline || options.showIcon === false));
    launcher.show(mood);
  }

  function feel(next: LauncherState): void {
    mood = next;
    become({});
  }

  function emit<Name extends FoyerEventName>(name: Name, detail: FoyerEvents[Name]): void {
    if ('status' in detail) become({ [name]: detail.status });
    if ('count' in detail) become({ unread: detail.count });
    events.dispatchEvent(new CustomEvent(name, { detail: freeze(detail) }));
  }

  function load(): void {
    // What has failed is tried again when it is wanted, not whenever a pointer passes.
    if (panel !== 'none' || (mood === 'failed' && !wantsOpen) || ending.signal.aborted) return;
    panel = 'loading';
    feel(wantsOpen ? 'loading' : 'ready');
    loadPanel(attempts++).then(
      ({ mountPanel }) => {
        if (ending.signal.aborted) return;
        panel = mountPanel({
          host,
          stage,
          options,
          config: setup.config,
          launcher: button,
          nameLauncher(name) {
            launcher.name = name;
            become({});
          },
          emit,
          open: () => open(true),
          close: () => close(true),
        });
        feel('ready');
        advance();
      },
      () => {
        panel = 'none';
        feel(wantsOpen ? 'failed' : 'ready');
        wantsOpen = false;
        emit('error', { code: 'panel_unavailable' });
      },
    );
  }

  /** Does what waits for the panel, as soon as there is one. */
  function advance(): void {
    const handle = mounted();
    if (!handle) return load();
    for (const act of waiting.splice(0)) act(handle);
  }

  const whenReady = (act: (handle: PanelHandle) => void) => {
    waiting.push(act);
    advance();
  };

  /** A call that waits for the panel. */
  const later =
    <Name extends 'send' | 'restart' | 'prompt' | 'animate' | 'setLocale' | 'setTheme'>(
      name: Name,
      opens = false,
    ) =>
    (...values: Parameters<PanelHandle[Name]>) => {
      if (opens) open(true);
      whenReady((handle) => (handle[name] as (...of: typeof values) => void)(...values));
    };

  function open(isAskedFor: boolean): void {
    wantsOpen = true;
    takesFocus = isAskedFor;
    if (panel === 'loading') feel('loading');
    whenReady((handle) => {
      if (!wantsOpen || state.isOpen) return;
      become({ isOpen: true });
      handle.setOpen(true, takesFocus);
      emit('open', {});
    });
  }

  function close(byVisitor: boolean): void {
    wantsOpen = false;
    if (!state.isOpen) return;
    const hadFocus = shadow.activeElement !== null;
    mounted()?.setOpen(false, false);
    become({ isOpen: false });
    if (byVisitor || hadFocus) button.focus();
    emit('close', {});
  }

  function destroy(): void {
    if (ending.signal.aborted) return;
    ending.abort();
    mounted()?.dispose();
    panel = 'none';
    shadow.adoptedStyleSheets = [];
    root.remove();
    host.remove();
  }

  const configured = (setup.config as { readonly accent?: string } | undefined)?.accent;
  root.className = `root ${isInline ? 'inline' : (options.position ?? '')}`;
  root.style.setProperty('--_z', `${options.zIndex ?? 2_147_483_000}`);
  root.style.setProperty('--_accent', options.accent ?? `var(--foyer-accent,${configured ?? '#0f4c81'})`);
  root.append(button, stage);
  shadow.append(root);
  adopt(shadow, launcherCss);
  // A pointer enters on touch screens, too: just before the finger is down.
  button.onpointerenter = button.onfocus = load;
  button.onclick = () => open(true);
  become({});
  if (options.autoOpen || isInline) open(false);
  // Listeners that the page adds right after mounting still hear it.
  queueMicrotask(() => emit('ready', { version }));

  return {
    version,
    get state() {
      return state;
    },
    open: () => open(true),
    close: () => close(false),
    toggle: () => (wantsOpen ? close(false) : open(true)),
    show: () => become({ isVisible: true }),
    hide: () => become({ isVisible: false }),
    send: later('send', true),
    prompt: later('prompt'),
    animate: later('animate'),
    setLocale: later('setLocale'),
    setTheme: later('setTheme'),
    end: () => mounted()?.end(),
    restart: later('restart', true),
    destroy,
    on(name, listener) {
      const hear = (event: Event) => listener((event as CustomEvent).detail);
      events.addEventListener(name, hear, { signal: ending.signal });
      return () => events.removeEventListener(name, hear);
    },
  };
}
