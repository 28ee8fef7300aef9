import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { Result } from '../base/result.ts';
import type { CallError } from '../ui/api-client.ts';

export interface Action {
  /** Why the last call failed, in the words of the server. */
  readonly failure: ReadonlySignal<string | undefined>;
  run(call: Promise<Result<unknown, CallError>>): void;
}

/** Changes of a page that no dialog asks for. `onDone` is called after each, whether it failed or not. */
export function useAction(onDone: () => void): Action {
  const failure = useSignal<string | undefined>(undefined);
  return {
    failure,
    run(call) {
      void call.then((sent) => {
        failure.value = sent.ok ? undefined : sent.error.message;
        onDone();
      });
    },
  };
}
