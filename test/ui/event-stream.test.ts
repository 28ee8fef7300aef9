import { describe, expect, it } from 'vitest';
import { nonEmpty, object } from '../../src/protocol/field-readers.ts';
import { openEventStream } from '../../src/ui/event-stream.ts';
import { createAwaitableList } from '../support/awaitable-list.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedFetch } from './support/scripted-fetch.ts';

function setup() {
  const clock = createFakeClock();
  const { fetch, requests } = createScriptedFetch();
  const events = createAwaitableList<unknown>();
  const losses = createAwaitableList<number | undefined>();
  const { dispose } = openEventStream({
    url: '/events',
    schemas: { alert: object({ rule: nonEmpty }), call: object({ sid: nonEmpty }) },
    clock,
    fetch,
    onEvent: events.add,
    onLost: losses.add,
  });

  /** Answers the n-th request with a stream. */
  async function stream(nth: number) {
    const request = await requests.waitForNth(nth);
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(source) {
        controller = source;
      },
    });
    request.init.signal?.addEventListener('abort', () => controller?.error(new Error('aborted')));
    request.answer(new Response(body));
    return {
      send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
      end: () => controller?.close(),
    };
  }

  const refuse = async (nth: number, status: number) =>
    (await requests.waitForNth(nth)).answer(new Response('{}', { status }));
  const headersOf = async (nth: number) => (await requests.waitForNth(nth)).init.headers;

  return { clock, events, losses, requests, dispose, stream, refuse, headersOf };
}

const alert = (rule: string) => ({ event: 'alert', detail: { rule } });
const ACCEPT = { Accept: 'text/event-stream' };

describe('an event stream', () => {
  it('passes on the events of its types, and leaves out what cannot be read', async () => {
    const { events, stream, dispose } = setup();
    const { send } = await stream(1);
    send(
      'event: alert\ndata: {"rule":"a"}\n\nevent: toString\ndata: {}\n\nevent: alert\ndata: {"rule":1}\n\n',
    );
    send('event: call\ndata: {"si');
    send('d":"b"}\n\nevent: call\ndata: {\n\nevent: alert\ndata: {"rule":"c"}\n\n');
    await events.waitForNth(3);
    expect(events.all).toEqual([alert('a'), { event: 'call', detail: { sid: 'b' } }, alert('c')]);
    dispose();
  });

  it('connects again when it ends, and asks for what came after the last id', async () => {
    const { clock, events, losses, stream, headersOf, dispose } = setup();
    expect(await headersOf(1)).toEqual(ACCEPT);
    const first = await stream(1);
    first.send('id: 7\nevent: alert\ndata: {"rule":"a"}\n\nid: 8\nevent: other\ndata: {}\n\nid: 9\n');
    await events.waitForNth(1);
    first.end();
    expect(await losses.waitForNth(1)).toBe(undefined);
    clock.advance(1_000);
    expect(await headersOf(2)).toEqual({ ...ACCEPT, 'Last-Event-ID': '8' });
    const second = await stream(2);
    second.send('event: alert\ndata: {"rule":"b"}\n\n');
    second.end();
    await losses.waitForNth(2);
    clock.advance(1_000);
    expect(await headersOf(3)).toEqual({ ...ACCEPT, 'Last-Event-ID': '8' });
    expect(events.all).toEqual([alert('a'), alert('b')]);
    dispose();
  });

  it('waits for as long as the server asks', async () => {
    const { clock, losses, requests, stream, dispose } = setup();
    const { send, end } = await stream(1);
    send('retry: 5000\n\n');
    end();
    await losses.waitForNth(1);
    expect(clock.nextIn()).toBe(5_000);
    clock.advance(5_000);
    await requests.waitForNth(2);
    dispose();
  });

  it('tells the status of a refusal, and tries again', async () => {
    const { clock, events, losses, requests, refuse, stream, dispose } = setup();
    await refuse(1, 401);
    expect(await losses.waitForNth(1)).toBe(401);
    clock.advance(1_000);
    (await requests.waitForNth(2)).fail();
    expect(await losses.waitForNth(2)).toBe(undefined);
    clock.advance(1_000);
    (await stream(3)).send('event: alert\ndata: {"rule":"a"}\n\n');
    expect(await events.waitForNth(1)).toEqual(alert('a'));
    dispose();
  });

  it('gives up a connection that is silent for 45 seconds', async () => {
    const { clock, events, losses, requests, stream, dispose } = setup();
    await requests.waitForNth(1);
    clock.advance(45_000);
    await losses.waitForNth(1);
    clock.advance(1_000);
    const { send } = await stream(2);
    clock.advance(44_000);
    send(':\n\nevent: alert\ndata: {"rule":"a"}\n\n');
    await events.waitForNth(1);
    clock.advance(44_999);
    expect(losses.all).toEqual([undefined]);
    clock.advance(1);
    expect(await losses.waitForNth(2)).toBe(undefined);
    dispose();
  });

  it('reports nothing any more once it is disposed of', async () => {
    const { clock, events, losses, requests, stream, dispose } = setup();
    const { send } = await stream(1);
    send('event: alert\ndata: {"rule":"a"}\n\n');
    await events.waitForNth(1);
    dispose();
    dispose();
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
    expect([events.all.length, losses.all.length, requests.all.length, clock.waiting()]).toEqual([
      1, 0, 1, 0,
    ]);
  });
});
