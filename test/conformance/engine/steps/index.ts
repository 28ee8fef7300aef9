import type { PlayContext } from '../play-context.ts';
import type { Step } from '../scenario.ts';
import { type Abilities, checkAbility, checkShape, type UnknownWord } from '../vocabulary.ts';
import { frames } from './frames.ts';
import { relay } from './relay.ts';
import { setupSteps } from './setup-steps.ts';
import { sockets } from './sockets.ts';
import type { StepDefinition } from './step.ts';
import { time } from './time.ts';

/** All words of `given`. A word with several shapes has a list. */
const STEPS: Readonly<Record<string, StepDefinition | readonly StepDefinition[]>> = {
  ...relay,
  ...sockets,
  ...frames,
  ...time,
  ...setupSteps,
};

const nameOf = (step: Step): string => Object.keys(step)[0] ?? '';
const formsOf = (name: string): readonly StepDefinition[] =>
  Object.hasOwn(STEPS, name) ? [STEPS[name] ?? []].flat() : [];
const formOf = (step: Step): StepDefinition | undefined =>
  formsOf(nameOf(step)).find(({ shape }) => shape.safeParse(step).success);

/** Finds the unknown part of a step. */
export function findUnknownStep(step: Step, abilities: Abilities): UnknownWord | undefined {
  const what = `given ${JSON.stringify(step).slice(0, 80)}`;
  const forms = formsOf(nameOf(step));
  const form = formOf(step);
  if (form) return checkAbility(what, form.needs?.(step as never), abilities);
  return forms.length === 1 && forms[0] ? checkShape(what, forms[0].shape, step) : { what };
}

export const playStep = async (step: Step, context: PlayContext): Promise<void> => {
  await formOf(step)?.play(step as never, context);
};
