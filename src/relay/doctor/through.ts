import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { parseUrl } from '../../base/url.ts';
import { isSecure } from '../../protocol/secure-url.ts';
import type { ServerConfig } from '../config/config.ts';
import { ORIGIN_CHECK } from '../site/cors.ts';
import { ask, type ConnectionOptions, open, type ProxyAnswer, TIMEOUT_MS } from './ask.ts';
import { type Finding, right, unchecked, wrong } from './finding.ts';
import { explainCode } from './reach.ts';
import { checkAssistants } from './through-assistants.ts';
import { checkCarriers } from './through-carriers.ts';
import { checkEvents } from './through-events.ts';
import { checkHttp2 } from './through-http2.ts';

const originCheck = z.object({ allowed: z.boolean(), origin: z.nullable(z.string()) });

/** Checks the headers by which the relay recognizes its own pages. */
function checkHeaders({ origin }: URL, { status, body }: ProxyAnswer): Finding {
  const about = 'proxy: headers';
  const read = originCheck.safeParse(body);
  if (status === 421)
    return wrong(
      about,
      'the relay is asked for another host than FOYER_PUBLIC_URL; let the proxy pass Host (nginx: proxy_set_header Host $http_host), and pass the public address to --through',
    );
  if (!read.success) return wrong(about, `${ORIGIN_CHECK} is not answered by a relay (status ${status})`);
  if (read.data.origin !== origin) return wrong(about, 'the proxy changes or drops Origin');
  return read.data.allowed
    ? right(about, 'Host, Origin and Sec-Fetch-Site arrive')
    : wrong(
        about,
        'the proxy changes or drops Host or Sec-Fetch-Site, so the iframe page is refused (nginx: proxy_set_header Host $http_host)',
      );
}

function checkCache(one: ProxyAnswer, other: ProxyAnswer): Finding {
  const about = 'proxy: cache';
  return one.requestId !== undefined && one.requestId === other.requestId
    ? wrong(about, 'answers of /chat/ are cached, so visitors get the answers of others; never cache them')
    : right(about, 'answers of /chat/ are not cached');
}

/** Visitors' requests without `X-Forwarded-For`, from the relay's metrics; undefined if they are not available. */
async function countHidden(
  url: URL,
  key: string,
  connection: ConnectionOptions,
): Promise<number | undefined> {
  try {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await open(new URL('/metrics', url), { ...connection, headers, timeout: TIMEOUT_MS });
    const value = /^foyer_requests_without_client_total (\d+)$/m.exec(await text(answer))?.[1];
    return value === undefined ? undefined : Number(value);
  } catch {
    return undefined;
  }
}

/** Must run after the other checks, because it counts their requests. */
async function checkClient(
  url: URL,
  { trustedProxies }: Pick<ServerConfig, 'trustedProxies'>,
  key: string | undefined,
  connection: ConnectionOptions,
): Promise<Finding> {
  const about = 'proxy: addresses';
  if (trustedProxies.length === 0)
    return wrong(
      about,
      'FOYER_TRUST_PROXY is not set: X-Forwarded-For is ignored, and all visitors behind the proxy share the limits of one address',
    );
  const hidden = key === undefined ? undefined : await countHidden(url, key, connection);
  if (hidden === undefined)
    return unchecked(
      about,
      'pass the file of an admin key (--key-file) to check in the metrics if a proxy of FOYER_TRUST_PROXY sends no X-Forwarded-For; the log warns, too',
    );
  return hidden === 0
    ? right(about, "all visitors' requests at the answering relay had X-Forwarded-For")
    : wrong(
        about,
        `a proxy of FOYER_TRUST_PROXY sends no X-Forwarded-For (${hidden} requests since the relay started, foyer_requests_without_client_total), so visitors behind it share their limits; let it add the header (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for, HAProxy: option forwardfor), or remove it from the list`,
      );
}

export interface ThroughOptions {
  readonly clock: Clock;
  /** An admin key with the scope `read`, for the event stream and the metrics. */
  readonly key?: string | undefined;
  readonly connection?: ConnectionOptions | undefined;
}

/**
 * Checks the proxy in front of a running relay, at its public address. It starts and ends a session to try the carriers. It waits up to
 * half a minute for pings and heartbeats. Never rejects.
 */
export async function checkThrough(
  address: string,
  config: Pick<ServerConfig, 'carriers' | 'trustedProxies'>,
  { clock, key, connection = {} }: ThroughOptions,
): Promise<readonly Finding[]> {
  const url = parseUrl(address);
  if (!url || !isSecure(url))
    return [
      wrong('proxy', '--through expects the public address of the relay, such as https://chat.example.com'),
    ];
  const path = new URL(ORIGIN_CHECK, url);
  const request = { headers: { Origin: url.origin, 'Sec-Fetch-Site': 'same-origin' } };
  const one = await ask(path, request, connection);
  const other = await ask(path, request, connection);
  if (typeof one === 'string' || typeof other === 'string') {
    const code = typeof one === 'string' ? one : String(other);
    const says = explainCode(code, 'the address of --through');
    return [wrong('proxy', says ?? `unable to reach the address of --through; ${code}`)];
  }
  const [carried, events, assistants] = await Promise.all([
    checkCarriers(url, config, connection),
    checkEvents(url, key, clock, connection),
    checkAssistants(url, key, clock, connection),
  ]);
  return [
    checkHeaders(url, one),
    checkCache(one, other),
    ...carried,
    ...(config.carriers.includes('relay') ? [await checkHttp2(url, connection)] : []),
    events,
    assistants,
    await checkClient(url, config, key, connection),
  ];
}
