import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../base/clock.ts';
import { type ConnectionOptions, headOf, open, reasonOf, TIMEOUT_MS } from './ask.ts';
import { type Finding, refusedKey, right, withoutKey, wrong } from './finding.ts';

const ABOUT = 'proxy: assistants';

/** The first message of a client. The relay answers it without the platform. */
const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'doctor', version: '1' } },
});

const IS_HELD =
  'the proxy holds back answers of /admin/mcp, so assistants give up; let it forward them at once (nginx: proxy_buffering off for /admin/mcp)';

/** Asks the relay like an operator's assistant (docs/assistants.md). */
export async function checkAssistants(
  url: URL,
  key: string | undefined,
  clock: Clock,
  options: ConnectionOptions,
): Promise<Finding> {
  if (key === undefined) return withoutKey(ABOUT);
  const stop = new AbortController();
  const { signal } = stop;
  const cancel = clock.after(TIMEOUT_MS, () => stop.abort());
  try {
    const headers = {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    };
    const request = { ...options, method: 'POST', headers, signal };
    const answer = await open(new URL('/admin/mcp', url), request, HELLO);
    await buffer(answer);
    const { status, requestId } = headOf(answer);
    if (requestId === undefined)
      return wrong(ABOUT, `the proxy does not pass POST /admin/mcp (status ${status})`);
    return status === 200
      ? right(ABOUT, 'they are answered; answers are no streams, so buffering does no harm')
      : refusedKey(ABOUT, status);
  } catch (error) {
    return wrong(ABOUT, signal.aborted ? IS_HELD : `they are not answered; ${reasonOf(error)}`);
  } finally {
    cancel();
  }
}
