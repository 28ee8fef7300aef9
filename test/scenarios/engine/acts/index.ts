import type { Page, PageOptions } from '../page.ts';
import type { Act } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { type Abilities, fits, lacks, type Unknown } from '../words.ts';
import type { ActWord } from './act.ts';
import { pages } from './pages.ts';
import { writing } from './writing.ts';

/** Every word of `when`. */
export const ACTS: Readonly<Record<string, ActWord>> = { ...pages, ...writing };

const wordOf = ({ do: name }: Act): ActWord | undefined =>
  Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;

export function unknownAct(act: Act, abilities: Abilities): Unknown | undefined {
  const what = `when ${JSON.stringify(act).slice(0, 80)}`;
  const word = wordOf(act);
  if (!word) return { what };
  return fits(what, word.shape, act) ?? lacks(what, word.needs?.(act as never), abilities);
}

/** Only what has to be so before the page loads. */
export const isBeforeLoad = (act: Act): boolean =>
  act['at'] === 'before_load' || (act.after === 'start' && act.do === 'hostile_host');

export const pageOptionsOf = (act: Act, options: PageOptions): Partial<PageOptions> =>
  (isBeforeLoad(act) && wordOf(act)?.before?.(act as never, options)) || {};

export const playAct = async (act: Act, page: Page, stage: Stage): Promise<void> => {
  await wordOf(act)?.play(act as never, page, stage);
};
