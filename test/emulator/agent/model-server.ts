import type { ServerResponse } from 'node:http';
import { openScriptedServer, type ReceivedRequest } from '../../support/scripted-server.ts';
import { piece } from './speeches.ts';

/** A scripted agent for tests. */

export interface Asked extends Pick<ReceivedRequest, 'path' | 'headers'> {
  /** With the messages of chat completions and of AG-UI. */
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

/** Starts an event stream with the given parts and leaves it open. */
export const begins =
  (...parts: readonly (string | Uint8Array)[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const part of parts) response.write(part);
  };
/** A complete stream of the given parts. */
export const sends =
  (...parts: readonly (string | Uint8Array)[]) =>
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
  (status: number, headers: Record<string, string> = {}, body = '{"error":{"message":"no"}}') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

export async function openModelServer(): Promise<ModelServer> {
  let answers: readonly ((response: ServerResponse) => void)[] = [says('Hello', ' there')];
  const { port, received, waitForNth, close } = await openScriptedServer<Asked>({
    keep: ({ path, headers, body }) => ({ path, headers, body: JSON.parse(body || '{}') }),
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
