import * as z from 'zod';
import type { Page, PageOptions } from '../page.ts';
import type { Stage } from '../stage.ts';
import { type Ability, ms, tab } from '../words.ts';

/** A word of the visitor's, or of the embedding page's: what may stand with it, and what it does on each of its pages. */
export interface ActWord {
  readonly shape: z.ZodType;
  readonly needs: ((act: never) => Ability | undefined) | undefined;
  /** Runs once per page. */
  readonly play: (act: never, page: Page, stage: Stage) => Promise<void>;
  /** What it asks of a page that has not loaded yet; acts of that moment do nothing else. */
  readonly before: ((act: never, options: PageOptions) => Partial<PageOptions>) | undefined;
}

const everyAct = { after: z.string(), tab: tab.optional(), delay_ms: ms.optional() };

export function act<Shape extends z.ZodRawShape>(
  shape: Shape,
  play: (act: z.output<z.ZodObject<Shape>>, page: Page, stage: Stage) => Promise<unknown> | unknown,
  more: {
    readonly needs?: Ability | ((act: z.output<z.ZodObject<Shape>>) => Ability | undefined);
    readonly before?: (act: z.output<z.ZodObject<Shape>>, options: PageOptions) => Partial<PageOptions>;
  } = {},
): ActWord {
  const { needs, before } = more;
  return {
    shape: z.strictObject({ ...everyAct, do: z.string(), ...shape }),
    needs: typeof needs === 'string' ? () => needs : needs,
    before,
    async play(it, page, stage) {
      await play(it, page, stage);
    },
  };
}

/** Beside an act that belongs before the page loads. */
export const beforeLoad = { at: z.literal('before_load').optional() };
