import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../../base/clock.ts';
import { faultOfHeaders } from '../../base/request-headers.ts';
import { DESK_PATH } from '../desk/routes.ts';
import { refusalBody, UNFIT_HEADERS } from '../refusals.ts';
import { CONTROL_PATH } from './control.ts';
import type { Faults } from './index.ts';
import type { RestFault } from './injected-fault.ts';
import { pause } from './pause.ts';

/** What a proxy, a captive portal or a maintenance page would put in the place of an answer. */
const PAGE =
  '<!doctype html><html lang="en"><title>Sign in</title><h1>Please sign in to the network</h1></html>\n';

/** One port may hold two hosts. What people use to see and to order what goes wrong is never struck itself. */
function hostOf(port: RestFault['host'], path: string): RestFault['host'] | undefined {
  if ([CONTROL_PATH, DESK_PATH].some((it) => path === it || path.startsWith(`${it}/`))) return undefined;
  return port === 'platform' && path.startsWith('/v1/outbound-calling') ? 'outbound' : port;
}

/** Puts a way in front of what answers at a port: calls on it may be slow, lost, or answered by somebody else. */
export const createWay =
  (faults: Pick<Faults, 'meet'>, clock: Clock) =>
  (port: RestFault['host'], answer: Parameters<typeof getRequestListener>[0]): RequestListener => {
    const listener = getRequestListener(answer);
    return async (request, response) => {
      const unfit = faultOfHeaders(request.rawHeaders);
      if (unfit) {
        const refusal = UNFIT_HEADERS[unfit];
        response.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' });
        return void response.end(refusalBody(refusal));
      }
      const { method = '', url = '' } = request;
      const path = url.replace(/[?#].*$/s, '');
      const host = hostOf(port, path);
      const struck =
        host === undefined ? [] : faults.meet({ on: 'rest', stage: 'way', host, method, path, url });
      for (const fault of struck) {
        if (fault.do === 'slow' && !(await pause(clock, fault.inMs, response))) return;
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

/** Resolves to whether the other side has waited; it has nothing to say until it is answered. */
async function isPatient(socket: Socket, clock: Clock, inMs: number): Promise<boolean> {
  const leave = () => socket.destroy();
  // Who goes is heard only when somebody listens.
  socket.once('end', leave).resume();
  const isHere = await pause(clock, inMs, socket);
  socket.off('end', leave);
  return isHere;
}

/** Puts a way in front of handshakes: resolves to whether one has come through, and somebody still waits for its answer. */
export const createHandshakeWay =
  (faults: Pick<Faults, 'meet'>, clock: Clock) =>
  async (sessionId: string | null, socket: Socket): Promise<boolean> => {
    for (const fault of faults.meet({ on: 'handshake', stage: 'way', sessionId })) {
      if (fault.do === 'slow' && !(await isPatient(socket, clock, fault.inMs))) return false;
      if (fault.do === 'reset') {
        socket.resetAndDestroy();
        return false;
      }
    }
    return true;
  };
