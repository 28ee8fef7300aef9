import type { Step } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { type Abilities, fits, lacks, type Unknown } from '../words.ts';
import { frames } from './frames.ts';
import { relay } from './relay.ts';
import { sockets } from './sockets.ts';
import { stageSteps } from './stage-steps.ts';
import type { StepWord } from './step.ts';
import { time } from './time.ts';

/** Every word of `given`; one that has several shapes is a list. */
export const STEPS: Readonly<Record<string, StepWord | readonly StepWord[]>> = {
  ...relay,
  ...sockets,
  ...frames,
  ...time,
  ...stageSteps,
};

const nameOf = (step: Step): string => Object.keys(step)[0] ?? '';
const formsOf = (name: string): readonly StepWord[] =>
  Object.hasOwn(STEPS, name) ? [STEPS[name] ?? []].flat() : [];
const formOf = (step: Step): StepWord | undefined =>
  formsOf(nameOf(step)).find(({ shape }) => shape.safeParse(step).success);

/** What of a step is not understood here. */
export function unknownStep(step: Step, abilities: Abilities): Unknown | undefined {
  const what = `given ${JSON.stringify(step).slice(0, 80)}`;
  const forms = formsOf(nameOf(step));
  const form = formOf(step);
  if (form) return lacks(what, form.needs?.(step as never), abilities);
  return forms.length === 1 && forms[0] ? fits(what, forms[0].shape, step) : { what };
}

export const playStep = async (step: Step, stage: Stage): Promise<void> => {
  await formOf(step)?.play(step as never, stage);
};
