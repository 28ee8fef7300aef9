import { type BridgeCommand, readReport, sealed } from '../protocol/bridge.ts';
import type { FoyerEvents } from './api.ts';
import { relayAddress } from './attributes.ts';

export type { FoyerEventName, FoyerEvents } from './api.ts';

/** What a page hears from the chat in its iframe: the chat's events, and the frame's own size. */
export interface FrameEvents extends FoyerEvents {
  /** In CSS pixels; `open` says whether the chat is open in it. */
  readonly resize: { readonly width: number; readonly height: number; readonly open: boolean };
}

/** The chat in an iframe, for the page around it. Calls made while the frame is loading are carried out once it has. */
export interface FrameLink {
  open(): void;
  close(): void;
  /** Opens the chat and sends `text` as the visitor's words. */
  send(text: string): void;
  /** Changes the language, by BCP 47 tag. */
  setLocale(tag: string): void;
  /** Sets `--foyer-…` properties: `{ accent: '#2f5d4e' }`. */
  setTheme(tokens: Readonly<Record<string, string>>): void;
  /** Ends the running conversation. */
  end(): void;
  /** Opens the chat with a new conversation. */
  restart(): void;
  /** Calls `listener` for every such event until the returned function is called. */
  on<Name extends keyof FrameEvents>(name: Name, listener: (detail: FrameEvents[Name]) => void): () => void;
  /** Hears and says nothing more; the frame stays. */
  dispose(): void;
}

/** Changes nothing. It is there to be answered. */
const PING: BridgeCommand = { type: 'setTheme', tokens: {} };

/**
 * Connects to the chat in `<iframe src="https://RELAY/frame?…">`. Hears that frame and its origin only, and speaks to no
 * other. Throws a `TypeError` when `src` is not an https URL (http on loopback).
 *
 * @example
 * const chat = connectFrame(document.querySelector('iframe'));
 * chat.on('message', ({ author, text }) => console.log(author, text));
 * chat.send('Where is my parcel?');
 */
export function connectFrame(iframe: HTMLIFrameElement): FrameLink {
  const { origin } = new URL(relayAddress(iframe.src));
  // The platform's own dispatch: a listener that throws is reported to the page and stops nobody.
  const events = new EventTarget();
  const ending = new AbortController();
  const { signal } = ending;
  let isListening = false;
  /** What was asked before the frame was there to hear it, in order. */
  const waiting: BridgeCommand[] = [];

  const post = (command: BridgeCommand) => iframe.contentWindow?.postMessage(sealed(command), origin);
  const ask = (command: BridgeCommand) => {
    if (signal.aborted) return;
    if (isListening) post(command);
    else waiting.push(command);
  };
  /** Until the frame's own document is there, its window holds an empty one of ours. */
  const ping = () => {
    isListening = false;
    if (iframe.contentDocument === null) post(PING);
  };

  function hear({ source, origin: from, data }: MessageEvent): void {
    if (source === null || source !== iframe.contentWindow || from !== origin) return;
    const report = readReport(data);
    if (!report) return;
    isListening = true;
    for (const command of waiting.splice(0)) post(command);
    const { type, ...size } = report;
    const [name, detail] = report.type === 'event' ? [report.name, report.detail] : [type, size];
    events.dispatchEvent(new CustomEvent(name, { detail: Object.freeze(detail) }));
  }

  window.addEventListener('message', hear, { signal });
  // Its script has run by then.
  iframe.addEventListener('load', ping, { signal });
  ping();

  return {
    open: () => ask({ type: 'open' }),
    close: () => ask({ type: 'close' }),
    send: (text) => ask({ type: 'send', text }),
    setLocale: (tag) => ask({ type: 'setLocale', tag }),
    setTheme: (tokens) => ask({ type: 'setTheme', tokens: { ...tokens } }),
    end: () => ask({ type: 'end' }),
    restart: () => ask({ type: 'restart' }),
    on(name, listener) {
      const tell = (event: Event) => listener((event as CustomEvent).detail);
      events.addEventListener(name, tell, { signal });
      return () => events.removeEventListener(name, tell);
    },
    dispose: () => ending.abort(),
  };
}
