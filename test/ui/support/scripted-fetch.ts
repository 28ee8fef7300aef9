import { createAwaitableList } from '../../support/awaitable-list.ts';

export interface ScriptedRequest {
  readonly url: string;
  readonly init: RequestInit;
  answer(response: Response): void;
  /** The network fails. */
  fail(): void;
}

/** A network whose answers the test gives, request by request. */
export function createScriptedFetch() {
  const requests = createAwaitableList<ScriptedRequest>();
  const fetch: typeof globalThis.fetch = (input, init = {}) =>
    new Promise((answer, reject) => {
      const fail = () => reject(new TypeError('the network failed'));
      init.signal?.addEventListener('abort', fail);
      requests.add({ url: String(input), init, answer, fail });
    });
  return { fetch, requests };
}
