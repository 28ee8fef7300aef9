import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestTls } from 'node:https';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { isSecure } from '../../protocol/secure-url.ts';
import type { ServerConfig } from '../config/config.ts';
import { ORIGIN_CHECK } from '../site/cors.ts';
import { SOCKET_PATH } from '../site/tickets.ts';
import { type Finding, right, unchecked, wrong } from './finding.ts';

/** Options of the connections to the proxy, such as a certificate authority of a test. */
export type ConnectionOptions = Pick<RequestOptions, 'ca' | 'lookup'>;

interface ProxyAnswer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly body: unknown;
}

const TIMEOUT_MS = 10_000;
const originCheck = z.object({ allowed: z.boolean(), origin: z.nullable(z.string()) });

/** Sends a request to the proxy. The error is the code of Node. */
function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: ConnectionOptions,
): Promise<ProxyAnswer | string> {
  const request = url.protocol === 'http:' ? requestPlain : requestTls;
  return new Promise((resolve) => {
    const sent = request(url, { ...options, headers, agent: false, timeout: TIMEOUT_MS });
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? 'it failed');
    const answered = ({ statusCode: status = 0, headers: received }: IncomingMessage, bytes: Buffer) =>
      resolve({ status, requestId: received['x-request-id'] as string | undefined, body: parseJson(bytes) });
    sent.on('response', (response) => buffer(response).then((bytes) => answered(response, bytes), fail));
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      answered(response, Buffer.alloc(0));
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    sent.on('error', fail);
    sent.end();
  });
}

/** Whether the proxy passes the headers by which the relay knows its own pages. */
function checkHeaders({ origin }: URL, { status, body }: ProxyAnswer): Finding {
  const about = 'proxy: headers';
  const read = originCheck.safeParse(body);
  if (status === 421)
    return wrong(
      about,
      'the relay is asked for another host than that of FOYER_PUBLIC_URL; let the proxy pass Host (nginx: proxy_set_header Host $http_host), and pass the public address to --through',
    );
  if (!read.success) return wrong(about, `${ORIGIN_CHECK} is not answered by a relay (status ${status})`);
  if (read.data.origin !== origin) return wrong(about, 'the proxy does not pass Origin as it is');
  return read.data.allowed
    ? right(about, 'Host, Origin and Sec-Fetch-Site arrive')
    : wrong(
        about,
        'the proxy does not pass Host or Sec-Fetch-Site as they are, so the iframe page is refused (nginx: proxy_set_header Host $http_host)',
      );
}

/** Every answer of the relay has an id of its own. */
function checkCache(one: ProxyAnswer, other: ProxyAnswer): Finding {
  const about = 'proxy: cache';
  return one.requestId !== undefined && one.requestId === other.requestId
    ? wrong(about, 'answers of /chat/ are cached, so visitors get those of others; never cache it')
    : right(about, 'answers of /chat/ are not cached');
}

async function checkUpgrade(
  url: URL,
  { socket }: Pick<ServerConfig, 'socket'>,
  options: ConnectionOptions,
): Promise<Finding> {
  const about = 'proxy: sockets';
  if (socket === 'direct') return unchecked(about, 'FOYER_SOCKET=direct: browsers connect to the platform');
  // Without a ticket, so that no socket opens.
  const answer = await ask(
    new URL(SOCKET_PATH, url),
    {
      Origin: url.origin,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
    options,
  );
  if (typeof answer === 'string') return wrong(about, `a handshake is not answered; ${answer}`);
  if (answer.status === 426)
    return wrong(
      about,
      'the proxy does not pass Upgrade and Connection (nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, and Connection)',
    );
  return answer.requestId === undefined
    ? wrong(about, `a handshake does not reach the relay (status ${answer.status})`)
    : right(about, 'handshakes arrive');
}

function checkClient({ trustedProxies }: Pick<ServerConfig, 'trustedProxies'>): Finding {
  const about = 'proxy: addresses';
  return trustedProxies.length === 0
    ? wrong(
        about,
        'FOYER_TRUST_PROXY is not set: X-Forwarded-For is ignored, and all visitors behind the proxy share the limits of one address',
      )
    : unchecked(about, 'the log warns when a proxy of FOYER_TRUST_PROXY sends no X-Forwarded-For');
}

/** Checks the proxy in front of a running relay, at its public address. It starts no session. Never rejects. */
export async function checkThrough(
  address: string,
  config: Pick<ServerConfig, 'socket' | 'trustedProxies'>,
  options: ConnectionOptions = {},
): Promise<readonly Finding[]> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isSecure(url))
    return [
      wrong('proxy', '--through expects the public address of the relay, such as https://chat.example.com'),
    ];
  const path = new URL(ORIGIN_CHECK, url);
  const headers = { Origin: url.origin, 'Sec-Fetch-Site': 'same-origin' };
  const one = await ask(path, headers, options);
  const other = await ask(path, headers, options);
  if (typeof one === 'string' || typeof other === 'string')
    return [
      wrong(
        'proxy',
        `unable to reach the address of --through; ${typeof one === 'string' ? one : 'the second time'}`,
      ),
    ];
  return [
    checkHeaders(url, one),
    checkCache(one, other),
    await checkUpgrade(url, config, options),
    checkClient(config),
  ];
}
