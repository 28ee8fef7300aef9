import type { Page, PageOptions } from '../page.ts';
import type { PlayContext } from '../play-context.ts';
import type { Action } from '../scenario.ts';
import { type Abilities, checkAbility, checkShape, type UnknownWord } from '../vocabulary.ts';
import type { ActionDefinition } from './action.ts';
import { pages } from './pages.ts';
import { writing } from './writing.ts';

/** All words of `when`. */
const ACTIONS: Readonly<Record<string, ActionDefinition>> = { ...pages, ...writing };

const definitionOf = ({ do: name }: Action): ActionDefinition | undefined =>
  Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;

export function findUnknownAction(action: Action, abilities: Abilities): UnknownWord | undefined {
  const what = `when ${JSON.stringify(action).slice(0, 80)}`;
  const word = definitionOf(action);
  if (!word) return { what };
  return checkShape(what, word.shape, action) ?? checkAbility(what, word.needs?.(action as never), abilities);
}

/** True for actions that only apply before the page loads. */
export const isBeforeLoad = (action: Action): boolean =>
  action['at'] === 'before_load' ||
  (action.after === 'start' && ['hostile_host', 'strict_csp_page'].includes(action.do));

export const pageOptionsOf = (action: Action, options: PageOptions): Partial<PageOptions> =>
  (isBeforeLoad(action) && definitionOf(action)?.before?.(action as never, options)) || {};

export const playAction = async (action: Action, page: Page, context: PlayContext): Promise<void> => {
  await definitionOf(action)?.play(action as never, page, context);
};
