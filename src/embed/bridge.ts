import { unreachable } from '../base/unreachable.ts';
import {
  BRIDGE_EVENTS,
  type BridgeCommand,
  type BridgeReport,
  readCommand,
  sealed,
} from '../protocol/bridge.ts';
import type { FoyerApi } from './api.ts';

/** What the bridge needs of the frame's window. */
export interface FrameWindow
  extends Pick<Window, 'addEventListener' | 'removeEventListener' | 'innerWidth' | 'innerHeight'> {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly document: Pick<Document, 'referrer'>;
  /** Not every browser says who the ancestors are. */
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
}

/** The origin of an address; undefined for none, and for what has an origin that nobody can be told from. */
function originOf(address: string): string | undefined {
  try {
    const { origin } = new URL(address);
    return origin === 'null' ? undefined : origin;
  } catch {
    return undefined;
  }
}

function obey(api: FoyerApi, command: BridgeCommand): void {
  switch (command.type) {
    case 'open':
      return api.open();
    case 'close':
      return api.close();
    case 'send':
      return api.send(command.text);
    case 'setLocale':
      return api.setLocale(command.tag);
    case 'setTheme':
      return api.setTheme(command.tokens);
    case 'end':
      return api.end();
    case 'restart':
      return api.restart();
    default:
      return unreachable(command);
  }
}

/**
 * The frame's end of the bridge. It obeys its parent only and speaks to one origin only. Which parents there may be is the
 * browser's to enforce: the page is shown in none but those of its `frame-ancestors`, which the relay takes from the
 * allowed origins. Returns what closes it.
 */
export function openBridge(frame: FrameWindow, api: FoyerApi): () => void {
  const { parent } = frame;
  // Opened as a page of its own: there is nobody to talk to.
  if (parent === (frame as unknown)) return () => {};
  /** undefined until it is known, in browsers that say nothing: then the first command that is one tells. */
  let page = originOf(frame.location.ancestorOrigins?.[0] ?? frame.document.referrer);

  const say = (report: BridgeReport) => {
    if (page !== undefined) parent.postMessage(sealed(report), page);
  };
  const saySize = () =>
    say({
      type: 'resize',
      width: frame.innerWidth,
      height: frame.innerHeight,
      open: api.state.isOpen,
    });
  const hear = (event: MessageEvent) => {
    if (event.source !== (parent as unknown) || event.origin !== (page ?? originOf(event.origin))) return;
    const command = readCommand(event.data);
    if (!command) return;
    page = event.origin;
    obey(api, command);
    // Every command is answered: so the page knows that somebody listens.
    saySize();
  };

  const stops = [
    ...BRIDGE_EVENTS.map((name) =>
      api.on(name, (detail) => say({ type: 'event', name, detail: { ...detail } })),
    ),
    api.on('open', saySize),
    api.on('close', saySize),
    () => frame.removeEventListener('message', hear),
    () => frame.removeEventListener('resize', saySize),
  ];
  frame.addEventListener('message', hear);
  frame.addEventListener('resize', saySize);
  return () => {
    for (const stop of stops) stop();
  };
}
