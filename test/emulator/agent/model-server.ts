import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scripted OpenAI-compatible chat endpoint for tests. */

export interface Asked {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly messages: readonly { role: string; content: string }[] };
}

export interface ModelServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** How it answers the next questions, one each; the last one stays. */
  answer(...how: readonly ((response: ServerResponse) => void)[]): void;
  /** The n-th question, counted from 1, once it is there. */
  nth(count: number): Promise<Asked>;
  close(): Promise<void>;
}

export const piece = (content: string | null, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;

/** Begins an event stream with what is given, and leaves it open. */
export const begins =
  (...parts: readonly string[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(parts.join(''));
  };
/** A stream of just these events. */
export const sends =
  (...parts: readonly string[]) =>
  (response: ServerResponse) => {
    begins(...parts)(response);
    response.end();
  };
/** A whole answer, as such servers stream it. */
export const says = (...texts: readonly string[]) =>
  sends(
    'data: {"choices":[{"index":0,"delta":{"role":"assistant"},"finish_reason":null}]}\n\n',
    ...texts.map((text) => piece(text)),
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
    'data: {"choices":[],"usage":{"total_tokens":7}}\n\n',
    'data: [DONE]\n\n',
  );
export const refuses =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('{"error":{"message":"no"}}');

export async function openModelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  const waiting = new Set<() => void>();
  let answers: readonly ((response: ServerResponse) => void)[] = [says('Hello', ' there')];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { url: path, headers } = request;
    asked.push({ path, headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    const [next, ...rest] = answers;
    if (rest.length > 0) answers = rest;
    next?.(response);
    for (const look of [...waiting]) look();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answer: (...how) => {
      answers = how;
    },
    nth: (count) =>
      new Promise((found) => {
        const look = () => {
          const question = asked[count - 1];
          if (!question) return;
          waiting.delete(look);
          found(question);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
