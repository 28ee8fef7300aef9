import { webcrypto } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Certificate, openScriptedServer, type Received } from '../../support/scripted-server.ts';

/** An integrator's end of webhooks for tests. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on: a status with headers, or in its own way. */
  answer(how: number | ((response: ServerResponse) => void), headers?: Record<string, string>): void;
  /** The n-th request, counted from 1, once it is there. */
  nth(count: number): Promise<Received>;
  close(): Promise<void>;
}

/** By https when it is given a certificate. */
export async function openReceiver(tls?: Certificate): Promise<Receiver> {
  let respond: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const { port, received, nth, close } = await openScriptedServer({
    keep: (request) => request,
    respond: (response) => respond(response),
    tls,
  });
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    answer(how, headers = {}) {
      respond = typeof how === 'number' ? (response) => void response.writeHead(how, headers).end() : how;
    },
    nth,
    close,
  };
}

/** Whether a request is signed with a secret, worked out as an integrator would, by another library than the platform's. */
export async function isSigned({ headers, body }: Received, secret: string, prefix = 'x-service-') {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify']);
  const signature = String(headers[`${prefix}signature`]);
  if (!/^[\da-f]{64}$/.test(signature)) return false;
  const signed = bytes(`${headers[`${prefix}timestamp`]}.${body}`);
  return webcrypto.subtle.verify('HMAC', key, Buffer.from(signature, 'hex'), signed);
}
