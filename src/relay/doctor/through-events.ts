import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import { type ConnectionOptions, headOf, open, reasonOf } from './ask.ts';
import { type Finding, refusedKey, right, unchecked, withoutKey, wrong } from './finding.ts';

const ABOUT = 'proxy: events';
/** The relay sends the first frame at once, and the next one 15 s later. */
const FIRST_FRAME_MS = 10_000;

const IS_LATE =
  'the proxy buffers events; let it forward them at once (nginx: proxy_buffering off for /admin/v1/events)';
const IS_CUT =
  'the proxy ends a silent event stream before the heartbeat of the relay, every 15 s; let it wait for 75 s (nginx: proxy_read_timeout, HAProxy: timeout server)';

/** Calls `onFrame` with the number of frames after each chunk. */
async function readFrames(stream: IncomingMessage, onFrame: (nth: number) => void): Promise<void> {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) {
    text += part;
    onFrame(text.split('\n\n').length - 1);
  }
}

/** Reads the event stream of the admin side until its first heartbeat. */
export async function checkEvents(
  url: URL,
  key: string | undefined,
  clock: Clock,
  options: ConnectionOptions,
): Promise<Finding> {
  if (key === undefined) return withoutKey(ABOUT);
  const stop = new AbortController();
  const { signal } = stop;
  const cancel = clock.after(FIRST_FRAME_MS, () => stop.abort());
  let frames = 0;
  try {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' };
    const stream = await open(new URL('/admin/v1/events', url), { ...options, headers, signal });
    const { status, requestId } = headOf(stream);
    if (status !== 200) {
      stream.destroy();
      return requestId === undefined
        ? unchecked(ABOUT, `the proxy does not pass the admin side (status ${status})`)
        : refusedKey(ABOUT, status);
    }
    await readFrames(stream, (count) => {
      frames = count;
      if (frames > 0) cancel();
      if (frames > 1) stream.destroy();
    });
  } catch (error) {
    if (frames === 0)
      return wrong(ABOUT, signal.aborted ? IS_LATE : `it is not answered; ${reasonOf(error)}`);
  } finally {
    cancel();
  }
  return frames > 1
    ? right(ABOUT, 'an event arrives at once, and a silent stream stays open')
    : wrong(ABOUT, IS_CUT);
}
