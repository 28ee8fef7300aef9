import type { Seams } from '../../../../src/chat/run-chat.ts';
import { step } from '../../../../src/chat/step.ts';

/** A bug elsewhere in the page has spoilt what the client knows: the next step begins with it. */
export interface Memory {
  readonly seams: Seams;
  corrupt(field: string, value: unknown): void;
}

/** Scenarios name values that JSON cannot hold. */
const SPECIAL: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  undefined: undefined,
};

/** `onIgnored`: an event changed nothing on purpose. */
export function createMemory(onIgnored: () => void): Memory {
  let spoilt: { readonly cursor: unknown } | null = null;
  return {
    corrupt(_field, value) {
      spoilt = { cursor: typeof value === 'string' && value in SPECIAL ? SPECIAL[value] : value };
    },
    seams: {
      step(state, input) {
        const { conversation } = state;
        const progress = { ...conversation.progress, ...(spoilt as { readonly cursor: number } | null) };
        const given = spoilt ? { ...state, conversation: { ...conversation, progress } } : state;
        spoilt = null;
        const [next, effects] = step(given, input);
        for (let i = conversation.ignored; i < next.conversation.ignored; i++) onIgnored();
        return [next, effects];
      },
    },
  };
}
