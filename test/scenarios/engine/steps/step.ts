import * as z from 'zod';
import type { Stage } from '../stage.ts';
import type { Ability } from '../words.ts';

/** A word of the far side's script: what may stand with it, and what it does. Its first key is its name. */
export interface StepWord {
  readonly shape: z.ZodType;
  readonly needs: ((step: never) => Ability | undefined) | undefined;
  readonly play: (step: never, stage: Stage) => Promise<void>;
}

export function step<Shape extends z.ZodRawShape>(
  shape: Shape,
  play: (step: z.output<z.ZodObject<Shape>>, stage: Stage) => Promise<void> | void,
  needs?: Ability | ((step: z.output<z.ZodObject<Shape>>) => Ability | undefined),
): StepWord {
  return {
    shape: z.strictObject(shape),
    needs: typeof needs === 'string' ? () => needs : needs,
    play: async (it, stage) => play(it, stage),
  };
}
