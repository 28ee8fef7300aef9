import * as z from 'zod';
import type { PlayContext } from '../play-context.ts';
import type { Ability } from '../vocabulary.ts';

/** Definition of a step of the script: its parameters and its effect. The step's first key is its name. */
export interface StepDefinition {
  readonly shape: z.ZodType;
  readonly needs: ((step: never) => Ability | undefined) | undefined;
  readonly play: (step: never, context: PlayContext) => Promise<void>;
}

export function step<Shape extends z.ZodRawShape>(
  shape: Shape,
  play: (step: z.output<z.ZodObject<Shape>>, context: PlayContext) => Promise<void> | void,
  needs?: Ability | ((step: z.output<z.ZodObject<Shape>>) => Ability | undefined),
): StepDefinition {
  return {
    shape: z.strictObject(shape),
    needs: typeof needs === 'string' ? () => needs : needs,
    play: async (value, context) => play(value, context),
  };
}
