import { webcrypto } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Certificate, openScriptedServer, type ReceivedRequest } from '../../support/scripted-server.ts';

/** An HTTP server that receives webhooks in tests. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** Sets the answer to later requests: a status with headers, or a function. */
  answer(answer: number | ((response: ServerResponse) => void), headers?: Record<string, string>): void;
  /** Resolves with the n-th request, counted from 1. */
  nth(count: number): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

/** Opens a receiver, over https with a certificate. */
export async function openReceiver(tls?: Certificate): Promise<Receiver> {
  let respond: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const { port, received, waitForNth, close } = await openScriptedServer({
    keep: (request) => request,
    respond: (response) => respond(response),
    tls,
  });
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    answer(answer, headers = {}) {
      respond =
        typeof answer === 'number' ? (response) => void response.writeHead(answer, headers).end() : answer;
    },
    nth: waitForNth,
    close,
  };
}

/** True if a request is signed with a secret. Uses another library than the platform, as a second witness. */
export async function isSigned({ headers, body }: ReceivedRequest, secret: string, prefix = 'x-service-') {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify']);
  const signature = String(headers[`${prefix}signature`]);
  if (!/^[\da-f]{64}$/.test(signature)) return false;
  const signed = bytes(`${headers[`${prefix}timestamp`]}.${body}`);
  return webcrypto.subtle.verify('HMAC', key, Buffer.from(signature, 'hex'), signed);
}
