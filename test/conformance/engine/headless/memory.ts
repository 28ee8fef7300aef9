import type { StepHooks } from '../../../../src/chat/shell/step-loop.ts';
import { step } from '../../../../src/chat/steps/step.ts';

/** Corrupts the client's state before its next step, as a bug of the page could. */
export interface Memory {
  readonly hooks: StepHooks;
  corrupt(field: string, value: unknown): void;
}

/** Values that JSON cannot hold, by their names in scenarios. */
const SPECIAL: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  undefined: undefined,
};

/** Creates the hooks. `onIgnored` is called for each ignored event. */
export function createMemory(onIgnored: () => void): Memory {
  let corrupted: { readonly cursor: unknown } | null = null;
  return {
    corrupt(_field, value) {
      corrupted = { cursor: typeof value === 'string' && value in SPECIAL ? SPECIAL[value] : value };
    },
    hooks: {
      step(state, input) {
        const { conversation } = state;
        const progress = { ...conversation.progress, ...(corrupted as { readonly cursor: number } | null) };
        const given = corrupted ? { ...state, conversation: { ...conversation, progress } } : state;
        corrupted = null;
        const [next, effects] = step(given, input);
        for (let i = conversation.ignoredCount; i < next.conversation.ignoredCount; i++) onIgnored();
        return [next, effects];
      },
    },
  };
}
