import * as z from 'zod';
import { POLL_MS } from '../../protocol/limits.ts';
import { ask, type ConnectionOptions } from './ask.ts';
import { type Finding, right, wrong } from './finding.ts';
import { type ProbeSession, pollUrl } from './through-session.ts';

const ABOUT = 'proxy: polls';
const polled = z.object({ frames: z.array(z.string()) });
/** Time for the answer to arrive. */
const MARGIN_MS = 10_000;

/** Polls until an answer has no frame, so that one request waits as long as any. */
export async function checkPolls(
  url: URL,
  session: ProbeSession,
  options: ConnectionOptions,
): Promise<Finding> {
  const { headers } = session;
  for (let nth = 1; ; nth++) {
    const answer = await ask(pollUrl(url, session, nth), { headers, timeout: POLL_MS + MARGIN_MS }, options);
    const reason = typeof answer === 'string' ? answer : `status ${answer.status}`;
    const frames = typeof answer === 'string' ? undefined : polled.safeParse(answer.body).data?.frames;
    if (frames?.length === 0) return right(ABOUT, 'a request may wait for an answer as long as a poll does');
    if (frames) continue;
    return nth === 1
      ? wrong(ABOUT, `a poll is not answered (${reason})`)
      : wrong(
          ABOUT,
          `the proxy ends a request that waits (${reason}); a poll takes up to 25 s (nginx: proxy_read_timeout, HAProxy: timeout server)`,
        );
  }
}
