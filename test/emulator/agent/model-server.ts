import type { ServerResponse } from 'node:http';
import { openScriptedServer, type ReceivedRequest } from '../../support/scripted-server.ts';

/** A scripted OpenAI-compatible chat endpoint for tests. */

export interface Asked extends Pick<ReceivedRequest, 'path' | 'headers'> {
  readonly body: { readonly messages: readonly { role: string; content: string }[] };
}

export interface ModelServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Sets the answers to the next questions. The last one is repeated. */
  answer(...how: readonly ((response: ServerResponse) => void)[]): void;
  /** Resolves to the n-th question, counted from 1. */
  nth(count: number): Promise<Asked>;
  close(): Promise<void>;
}

export const piece = (content: string | null, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;

/** Starts an event stream with the given parts and leaves it open. */
export const begins =
  (...parts: readonly string[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(parts.join(''));
  };
/** A complete stream of the given parts. */
export const sends =
  (...parts: readonly string[]) =>
  (response: ServerResponse) => {
    begins(...parts)(response);
    response.end();
  };
/** A complete answer in the form of real servers. */
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
  let answers: readonly ((response: ServerResponse) => void)[] = [says('Hello', ' there')];
  const { port, received, waitForNth, close } = await openScriptedServer<Asked>({
    keep: ({ path, headers, body }) => ({ path, headers, body: JSON.parse(body) }),
    respond(response) {
      const [next, ...rest] = answers;
      if (rest.length > 0) answers = rest;
      next?.(response);
    },
  });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: received,
    answer(...how) {
      answers = how;
    },
    nth: waitForNth,
    close,
  };
}
