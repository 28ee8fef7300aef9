// Reference: streaming-markdown directly into DOM nodes, one write per frame, scrolled to the end, and nothing else.
// It reads the same frames from the same socket as the widget.
import * as smd from '/smd.js';

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

function message() {
  const node = scroller.appendChild(document.createElement('div'));
  node.className = 'message';
  return node;
}

const whole = (text) => {
  const parser = smd.parser(smd.default_renderer(message()));
  smd.parser_write(parser, text);
  smd.parser_end(parser);
};

let parser = null;
let buffer = '';
let isDue = false;

function write() {
  isDue = false;
  smd.parser_write(parser, buffer);
  buffer = '';
  scroller.scrollTop = scroller.scrollHeight;
}

const socket = new WebSocket(`ws://${location.host}/ws`);
socket.onmessage = ({ data }) => {
  const { type, payload } = JSON.parse(data);
  if (type === 'EVENT_TYPE_EVENT_BATCH') {
    for (const event of payload.events) if (event.payload.text) whole(event.payload.text);
    scroller.scrollTop = scroller.scrollHeight;
    document.body.dataset.ready = '';
    return;
  }
  parser ??= smd.parser(smd.default_renderer(message()));
  buffer += payload.text;
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(write);
};
