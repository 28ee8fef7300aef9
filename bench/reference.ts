// Reference: streaming-markdown directly into DOM nodes, one write per frame, scrolled to the end, and nothing else.
// It reads the same frames from the same socket as the widget.
import * as smd from 'streaming-markdown';
import { socketUrl } from '../src/protocol/relay.ts';

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

const panel = document.body.appendChild(document.createElement('div'));
panel.className = 'panel';
const scroller = panel.appendChild(document.createElement('div'));
scroller.className = 'scroller';

function startMessage() {
  const node = scroller.appendChild(document.createElement('div'));
  node.className = 'message';
  return smd.parser(smd.default_renderer(node));
}

function showWhole(text: string) {
  const parser = startMessage();
  smd.parser_write(parser, text);
  smd.parser_end(parser);
}

let streamed: smd.Parser | undefined;
let buffer = '';
let isDue = false;

function write() {
  isDue = false;
  streamed ??= startMessage();
  smd.parser_write(streamed, buffer);
  buffer = '';
  scroller.scrollTop = scroller.scrollHeight;
}

function receive({ data }: MessageEvent) {
  const { type, payload }: Frame = JSON.parse(data);
  if (type === 'EVENT_TYPE_EVENT_BATCH') {
    for (const event of payload.events) if (event.payload.text) showWhole(event.payload.text);
    scroller.scrollTop = scroller.scrollHeight;
    document.body.dataset['ready'] = '';
    return;
  }
  buffer += payload.text;
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(write);
}

fetch('/chat/sessions', { method: 'POST' })
  .then((answer) => answer.json())
  .then((grant) => {
    new WebSocket(socketUrl(grant, 0)).onmessage = receive;
  });
