// The reference for the widget: a panel that scrolls, one node for a message, `streaming-markdown` directly into DOM nodes, one
// write per frame, scrolled to the end, and nothing else. It reads the same frames from the same socket.
import * as smd from 'streaming-markdown';
import { socketUrl } from '../../src/protocol/relay.ts';

interface Frame {
  readonly type: string;
  readonly payload: { readonly text: string; readonly events: readonly Frame[] };
}

const style = new CSSStyleSheet();
style.replaceSync(`
  .panel { position: fixed; right: 20px; bottom: 20px; width: 400px; height: 640px; font: 15px/1.5 system-ui, sans-serif }
  .scroller { height: 100%; overflow-y: auto; contain: strict; display: flex; flex-direction: column; gap: 8px }
  .message { content-visibility: auto; contain-intrinsic-size: auto 60px; flex: none; max-width: 85%; padding: 10px 14px; border-radius: 16px; background: #eef }
`);
document.adoptedStyleSheets = [style];

function append(parent: HTMLElement, className: string): HTMLElement {
  const node = parent.appendChild(document.createElement('div'));
  node.className = className;
  return node;
}

const scroller = append(append(document.body, 'panel'), 'scroller');
const startMessage = () => smd.parser(smd.default_renderer(append(scroller, 'message')));

let streamed: ReturnType<typeof startMessage> | undefined;
let buffer = '';
let isDue = false;

function write(): void {
  isDue = false;
  streamed ??= startMessage();
  smd.parser_write(streamed, buffer);
  buffer = '';
  scroller.scrollTop = scroller.scrollHeight;
}

function receive({ data }: MessageEvent): void {
  const { type, payload }: Frame = JSON.parse(data);
  if (type === 'EVENT_TYPE_EVENT_BATCH') {
    for (const event of payload.events) {
      if (!event.payload.text) continue;
      const message = startMessage();
      smd.parser_write(message, event.payload.text);
      smd.parser_end(message);
    }
    scroller.scrollTop = scroller.scrollHeight;
    document.body.dataset['ready'] = '';
    return;
  }
  buffer += payload.text;
  if (!isDue) requestAnimationFrame(write);
  isDue = true;
}

async function connect(): Promise<void> {
  const answer = await fetch('/chat/sessions', { method: 'POST' });
  new WebSocket(socketUrl(await answer.json(), 0)).onmessage = receive;
}
void connect();
