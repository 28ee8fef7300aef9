import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Clock } from '../../base/clock.ts';
import { headerIssue } from '../../base/request-headers.ts';
import { SECURITY_HEADERS } from '../../base/security-headers.ts';
import { CONTROL_PATH, DESK_PATH } from '../http/paths.ts';
import { HEADER_REFUSALS, refusalBody } from '../http/refusals.ts';
import type { Faults } from './faults.ts';
import type { RestFault } from './injected-fault.ts';

/** Waits, and resolves early to false when `stream` emits `close`; otherwise to true. */
function waitWhileOpen(clock: Clock, inMs: number, stream: EventEmitter): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(inMs, () => {
      stream.off('close', onClose);
      resolve(true);
    });
    stream.once('close', onClose);
  });
}

/** The web page of a proxy, a captive portal or a maintenance mode, sent in place of an answer. */
const PAGE =
  '<!doctype html><html lang="en"><title>Sign in</title><h1>Please sign in to the network</h1></html>\n';

/** The host of a path: one port serves two. Undefined for the control API and the desk: no fault applies to them. */
function hostOf(port: RestFault['host'], path: string): RestFault['host'] | undefined {
  if ([CONTROL_PATH, DESK_PATH].some((base) => path === base || path.startsWith(`${base}/`)))
    return undefined;
  return port === 'platform' && path.startsWith('/v1/outbound-calling') ? 'outbound' : port;
}

/** Answers a request that cannot be converted to a `Request`, such as one with a malformed Host. */
const errorHandler = (error: unknown): Response =>
  new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: SECURITY_HEADERS });

/** Wraps the handler of a port: faults may delay a request, reset its connection or answer it with a web page. */
export const createRequestInterceptor =
  (faults: Pick<Faults, 'apply'>, clock: Clock) =>
  (port: RestFault['host'], handle: Parameters<typeof getRequestListener>[0]): RequestListener => {
    const listener = getRequestListener(handle, { errorHandler });
    return async (request, response) => {
      const issue = headerIssue(request.rawHeaders);
      if (issue) {
        const refusal = HEADER_REFUSALS[issue];
        response.writeHead(refusal.status, {
          ...SECURITY_HEADERS,
          'Content-Type': 'application/json',
          Connection: 'close',
        });
        return void response.end(refusalBody(refusal));
      }
      const { method = '', url = '' } = request;
      const path = url.replace(/[?#].*$/s, '');
      const host = hostOf(port, path);
      const applied =
        host === undefined ? [] : faults.apply({ on: 'rest', stage: 'transit', host, method, path, url });
      for (const fault of applied) {
        if (fault.do === 'slow' && !(await waitWhileOpen(clock, fault.inMs, response))) return;
        if (fault.do === 'reset') return void request.socket.resetAndDestroy();
        if (fault.do === 'html') {
          response.writeHead(fault.status, {
            'Content-Type': 'text/html; charset=utf-8',
            Connection: 'close',
          });
          return void response.end(PAGE);
        }
      }
      await listener(request, response);
    };
  };

/** Waits, and resolves to false when the client leaves meanwhile. */
async function waitForClient(socket: Socket, clock: Clock, inMs: number): Promise<boolean> {
  const onEnd = () => socket.destroy();
  // A socket reports its end only while it is read.
  socket.once('end', onEnd).resume();
  const isOpen = await waitWhileOpen(clock, inMs, socket);
  socket.off('end', onEnd);
  return isOpen;
}

/** Intercepts handshakes: faults may delay or reset one. Resolves to whether the client still waits for its answer. */
export const createHandshakeInterceptor =
  (faults: Pick<Faults, 'apply'>, clock: Clock) =>
  async (sessionId: string | null, socket: Socket): Promise<boolean> => {
    for (const fault of faults.apply({ on: 'handshake', stage: 'transit', sessionId })) {
      if (fault.do === 'slow' && !(await waitForClient(socket, clock, fault.inMs))) return false;
      if (fault.do === 'reset') {
        socket.resetAndDestroy();
        return false;
      }
    }
    return true;
  };
