// What the readers share: a panel that scrolls, one node for a message, one write per frame, scrolled to the end, and nothing
// else. They read the same frames from the same socket as the widget.
import { socketUrl } from '../../../src/protocol/relay.ts';

/** Shows one message in `node`: `write` shows more of its text, `end` the last of it. */
export type CreateMessage = (node: HTMLElement) => { write(text: string): void; end(): void };

interface Frame {
  readonly type: string;
  readonly payload: { readonly text: string; readonly events: readonly Frame[] };
}

export function connect(createMessage: CreateMessage): void {
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
    return createMessage(node);
  }

  let streamed: ReturnType<CreateMessage> | undefined;
  let buffer = '';
  let isDue = false;

  function write() {
    isDue = false;
    streamed ??= startMessage();
    streamed.write(buffer);
    buffer = '';
    scroller.scrollTop = scroller.scrollHeight;
  }

  function receive({ data }: MessageEvent) {
    const { type, payload }: Frame = JSON.parse(data);
    if (type === 'EVENT_TYPE_EVENT_BATCH') {
      for (const event of payload.events) {
        if (!event.payload.text) continue;
        const message = startMessage();
        message.write(event.payload.text);
        message.end();
      }
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
}
