import {
  ARGUMENTS,
  type BridgeCommand,
  type BridgeMethod,
  readReport,
  toBridgeMessage,
} from '../protocol/bridge.ts';
import type { FoyerApi, FoyerEvents } from './api.ts';
import { parseRelayUrl } from './attributes.ts';

export type { FoyerEventName, FoyerEvents } from './api.ts';

/** Events of a chat in an iframe: the chat's events, and the size of the frame. */
export interface FrameEvents extends Omit<FoyerEvents, 'before-send'> {
  /** Size in CSS pixels. `open` is true while the chat is open. */
  readonly resize: { readonly width: number; readonly height: number; readonly open: boolean };
}

/** The methods of the chat that a page outside of its iframe may call. They return nothing. */
type FrameMethods = { readonly [Method in BridgeMethod]: (...args: Parameters<FoyerApi[Method]>) => void };

/** Connection of a page to the chat in its iframe. Calls made while the frame is loading take effect once it has loaded. */
export interface FrameLink extends FrameMethods {
  /** Calls `listener` for every event of that name. Returns an unsubscribe function. */
  on<Name extends keyof FrameEvents>(name: Name, listener: (detail: FrameEvents[Name]) => void): () => void;
  /** Stops sending and receiving messages. The iframe stays in the page. */
  dispose(): void;
}

/** A command without effect. The frame's answer shows that the frame is ready. */
const PING: BridgeCommand = { type: 'setTheme', tokens: {} };

/**
 * Connects to the chat in `<iframe src="https://RELAY/frame?…">`. Exchanges messages with that frame and its origin only.
 * Throws a `TypeError` when `src` is not an https URL (http on loopback).
 *
 * @example
 * const chat = connectFrame(iframe);
 * chat.on('message', ({ author, text }) => console.log(author, text));
 * chat.send('Where is my parcel?');
 */
export function connectFrame(iframe: HTMLIFrameElement): FrameLink {
  const { origin } = new URL(parseRelayUrl(iframe.src));
  // `EventTarget` reports a listener that throws and continues with the next one.
  const events = new EventTarget();
  const aborter = new AbortController();
  const { signal } = aborter;
  let isReady = false;
  /** Commands that wait until the frame is ready, in order. */
  const waiting: BridgeCommand[] = [];

  const post = (command: BridgeCommand) =>
    iframe.contentWindow?.postMessage(toBridgeMessage(command), origin);
  const send = (command: BridgeCommand) => {
    if (signal.aborted) return;
    if (isReady) post(command);
    else waiting.push(command);
  };
  /** Pings the frame. Before its document has loaded, the window contains an empty document of the embedding page. */
  const ping = () => {
    isReady = false;
    if (iframe.contentDocument === null) post(PING);
  };

  function onMessage({ source, origin: from, data }: MessageEvent): void {
    if (source === null || source !== iframe.contentWindow || from !== origin) return;
    const report = readReport(data);
    if (!report) return;
    isReady = true;
    for (const command of waiting.splice(0)) post(command);
    const { type, ...size } = report;
    const [name, detail] = report.type === 'event' ? [report.name, report.detail] : [type, size];
    events.dispatchEvent(new CustomEvent(name, { detail: Object.freeze(detail) }));
  }

  window.addEventListener('message', onMessage, { signal });
  // The script of the frame has run by then.
  iframe.addEventListener('load', ping, { signal });
  ping();

  // A copy: the page's object may not be cloneable, such as a proxy.
  const copy = (value: unknown) => (typeof value === 'object' ? { ...value } : value);
  const methodOf =
    (type: BridgeMethod) =>
    (...args: readonly unknown[]) => {
      const fields = ARGUMENTS[type].map((name, index) => [name, copy(args[index])]);
      send({ type, ...Object.fromEntries(fields) } as BridgeCommand);
    };
  const methods = Object.fromEntries(
    (Object.keys(ARGUMENTS) as BridgeMethod[]).map((type) => [type, methodOf(type)]),
  ) as unknown as FrameMethods;

  return {
    ...methods,
    on(name, listener) {
      const onEvent = (event: Event) => listener((event as CustomEvent).detail);
      events.addEventListener(name, onEvent, { signal });
      return () => events.removeEventListener(name, onEvent);
    },
    dispose: () => aborter.abort(),
  };
}
