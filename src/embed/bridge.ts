import { parseUrl } from '../base/url.ts';
import {
  ARGUMENTS,
  BRIDGE_EVENTS,
  type BridgeCommand,
  type BridgeReport,
  readCommand,
  toBridgeMessage,
} from '../protocol/bridge.ts';
import type { FoyerApi, FoyerEvents } from './api.ts';

/** The members of the frame's window that the bridge uses. */
export interface FrameWindow
  extends Pick<Window, 'addEventListener' | 'removeEventListener' | 'innerWidth' | 'innerHeight' | 'open'> {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly document: Pick<Document, 'referrer'>;
  /** Not available in every browser. */
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> };
  readonly top: unknown;
}

/** Origin of a URL; undefined for an invalid URL and for an opaque origin. */
function originOf(url: string): string | undefined {
  const origin = parseUrl(url)?.origin;
  return origin === 'null' ? undefined : origin;
}

/** Calls the method of the API that a command names. */
function runCommand(api: FoyerApi, { type, ...fields }: BridgeCommand): void {
  const args = ARGUMENTS[type].map((name) => fields[name as keyof typeof fields]);
  (api[type] as (...of: readonly unknown[]) => void)(...args);
}

/**
 * Opens the frame's side of the bridge. It accepts commands from its parent window only and posts to one origin only. By
 * `frame-ancestors` the relay restricts the possible parents to the allowed origins. Returns a dispose function.
 */
export function openBridge(frame: FrameWindow, api: FoyerApi): () => void {
  const { parent } = frame;
  // The page is not in a frame.
  if (parent === (frame as unknown)) return () => {};
  /** Origin of the embedding page; undefined in browsers that do not tell it, until the first valid command arrives. */
  let pageOrigin = originOf(frame.location.ancestorOrigins?.[0] ?? frame.document.referrer);

  const post = (report: BridgeReport) => {
    if (pageOrigin !== undefined) parent.postMessage(toBridgeMessage(report), pageOrigin);
  };
  const postSize = () =>
    post({
      type: 'resize',
      width: frame.innerWidth,
      height: frame.innerHeight,
      open: api.state.isOpen,
    });
  const onMessage = (event: MessageEvent) => {
    if (event.source !== (parent as unknown) || event.origin !== (pageOrigin ?? originOf(event.origin)))
      return;
    const command = readCommand(event.data);
    if (!command) return;
    pageOrigin = event.origin;
    runCommand(api, command);
    // The answer tells the page that the bridge is open.
    postSize();
  };

  // M-14.17: a link never leaves the chat behind: the site's opens in the embedding page, the relay's own in a new tab.
  const onLink = ({ url }: FoyerEvents['link']): false | undefined => {
    const origin = originOf(url);
    const isOfPage = origin !== undefined && origin === pageOrigin && parent === frame.top;
    if (!isOfPage && origin !== frame.location.origin) return;
    if (isOfPage) frame.open(url, '_top');
    else frame.open(url, '_blank', 'noopener');
    return false;
  };

  const disposers = [
    ...BRIDGE_EVENTS.map((name) =>
      api.on(name, (detail) => post({ type: 'event', name, detail: { ...detail } })),
    ),
    api.on('open', postSize),
    api.on('close', postSize),
    api.on('link', onLink),
    () => frame.removeEventListener('message', onMessage),
    () => frame.removeEventListener('resize', postSize),
  ];
  frame.addEventListener('message', onMessage);
  frame.addEventListener('resize', postSize);
  return () => {
    for (const dispose of disposers) dispose();
  };
}
