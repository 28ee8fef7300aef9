import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createBoundedServer } from '../base/bounded-server.ts';
import { systemClock } from '../base/clock.ts';
import { faultOfHeaders } from '../base/request-headers.ts';
import type { RelayConfig } from './config/config.ts';
import type { Failure } from './problem.ts';
import { createRelayCore, type RelayPorts } from './relay.ts';
import { StoreFault } from './store/store.ts';
import { guarded } from './streamed.ts';

const UNFIT_HEADERS = {
  'too-many': { failed: 'headers-too-large' },
  'several-hosts': { failed: 'invalid-request', errors: [{ field: 'Host', message: 'expected one' }] },
} as const satisfies Record<string, Failure>;

/** A relay that listens. */
export interface RunningRelay {
  /** How to reach it from this machine, without a slash at its end. */
  readonly url: string;
  /** Takes no new requests, waits 5 s at most for those under way, then closes. May be called twice. */
  close(): Promise<void>;
}

/** Longer than any answer is waited for, a debug chat's of a minute included; a socket that was upgraded has deadlines of its own. */
const IDLE_MS = 70_000;
const GRACE_MS = 5_000;

/** The address to tell people: one that means "every address" cannot be opened, loopback can. */
function reachable({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}

async function writeAnswer(outgoing: ServerResponse, answer: Response): Promise<void> {
  // Nothing more is read of a request that was not taken.
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), Connection: 'close' });
  outgoing.end(await answer.text());
}

/**
 * Starts a relay. Rejects with Node's error, and its `code`, when the port is not to be had, and in plain words when
 * the store is out of reach: a relay that cannot remember anybody is better not put into service.
 */
export async function startRelay(
  config: RelayConfig,
  ports: Partial<RelayPorts> = {},
): Promise<RunningRelay> {
  const relay = createRelayCore(config, ports);
  try {
    await relay.store.check();
  } catch (error) {
    await relay.close();
    const reason = error instanceof StoreFault ? error.reason : String(error);
    throw new Error(`the store of FOYER_STORE_URL is out of reach; ${reason}`, { cause: error });
  }
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await relay.fetch(request, { address: incoming.socket.remoteAddress });
      return guarded(response, (fault) => {
        relay.log.warn({ reason: fault instanceof Error ? fault.name : 'unknown' }, 'answer broke off');
        outgoing.destroy();
      });
    },
    {
      overrideGlobalObjects: false,
      errorHandler: () => relay.refuse({ failed: 'invalid-request', errors: [] }),
    },
  );
  const server = createBoundedServer(IDLE_MS, (incoming, outgoing) => {
    const fault = faultOfHeaders(incoming.rawHeaders);
    if (fault) void writeAnswer(outgoing, relay.refuse(UNFIT_HEADERS[fault]));
    else void listener(incoming, outgoing);
  });
  const { sockets } = relay;
  if (sockets) server.on('upgrade', sockets.upgrade);
  await new Promise<void>((resolve, reject) => {
    const onError = (error: Error) => void relay.close().then(() => reject(error));
    server.once('error', onError);
    server.listen(config.port, config.listen, () => {
      server.off('error', onError);
      resolve();
    });
  });

  const url = reachable(server.address() as AddressInfo);
  relay.log.info({ url }, 'listening');

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    const clock = ports.clock ?? systemClock();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    relay.drain();
    server.closeIdleConnections();
    const left = sockets?.close();
    const cancel = clock.after(GRACE_MS, () => server.closeAllConnections());
    await Promise.all([closed, left]);
    cancel();
    await relay.close();
    relay.log.info('closed');
  }

  return {
    url,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
