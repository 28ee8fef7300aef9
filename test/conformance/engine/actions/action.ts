import * as z from 'zod';
import type { Page, PageOptions } from '../page.ts';
import type { PlayContext } from '../play-context.ts';
import { type Ability, ms, tab } from '../vocabulary.ts';

/** Definition of an action of the visitor or the embedding page: its parameters and its effect on a page. */
export interface ActionDefinition {
  readonly shape: z.ZodType;
  readonly needs: ((action: never) => Ability | undefined) | undefined;
  /** Performs the action on one page. */
  readonly play: (action: never, page: Page, context: PlayContext) => Promise<void>;
  /** Page options for an action before the page loads. Such an action has no other effect. */
  readonly before: ((action: never, options: PageOptions) => Partial<PageOptions>) | undefined;
}

const commonKeys = { after: z.string(), tab: tab.optional(), delay_ms: ms.optional() };

export function action<Shape extends z.ZodRawShape>(
  shape: Shape,
  play: (
    action: z.output<z.ZodObject<Shape>>,
    page: Page,
    context: PlayContext,
  ) => Promise<unknown> | unknown,
  more: {
    readonly needs?: Ability | ((action: z.output<z.ZodObject<Shape>>) => Ability | undefined);
    readonly before?: (action: z.output<z.ZodObject<Shape>>, options: PageOptions) => Partial<PageOptions>;
  } = {},
): ActionDefinition {
  const { needs, before } = more;
  return {
    shape: z.strictObject({ ...commonKeys, do: z.string(), ...shape }),
    needs: typeof needs === 'string' ? () => needs : needs,
    before,
    async play(value, page, context) {
      await play(value, page, context);
    },
  };
}

/** Parameter of actions that may apply before the page loads. */
export const beforeLoad = { at: z.literal('before_load').optional() };
