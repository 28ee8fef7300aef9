import { streamingResponse } from '../../http/streaming-response.ts';
import { createJsonRedactor, type Redaction } from './json-redactor.ts';

/**
 * Data that is hidden without the scope `pii` (S-119). Every answer is redacted, so that no operation can forget it. Transcripts
 * stay as the platform redacts them.
 */

/** Both spellings of the platform. A handoff destination may be a phone number. */
const NUMBER =
  /^(?:(?:from|to|caller|callee|phone|contact|destination)_?number|phone|handoff_?destination|handoff_?to)$/i;
/** Variables of a conversation. In other answers it is a word, such as the state of an alert rule. */
export const STATE = 'state';

const redactionBy =
  (hidden: readonly string[]) =>
  (name: string): Redaction | undefined => {
    if (NUMBER.test(name)) return 'mask';
    if (name === STATE) return 'hide-object';
    return hidden.includes(name) ? 'hide' : undefined;
  };

/** Redacts a body while it is read. Invalid JSON is an error. */
function redactBody(body: ReadableStream<Uint8Array>, hidden: readonly string[]): ReadableStream<Uint8Array> {
  const redactor = createJsonRedactor(redactionBy(hidden));
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (const part of redactor.push(chunk)) controller.enqueue(part);
      },
    }),
  );
}

/** Redacts an answer if it is JSON. `hidden` names further members to hide. */
export function redactAnswer(answer: Response, hidden: readonly string[] = []): Response {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson || !answer.body) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return streamingResponse(redactBody(answer.body, hidden), { status: answer.status, headers });
}
