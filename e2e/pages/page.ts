import type { Locator, Page } from 'playwright/test';
import type { FoyerFixture } from '../../src/testing/playwright.ts';

/** A page of the lab, with the chat in it. */
export interface Lab {
  readonly page: Page;
  readonly foyer: FoyerFixture<Locator>;
}

/** A library or a habit of real pages. */
export interface LabPage {
  readonly name: string;
  readonly head?: string;
  readonly body?: string;
  /** Attributes of the `html` element. */
  readonly html?: string;
  /** The script tag. Default: the ordinary one, at the end of the body. */
  readonly tag?: string;
  /** Scripts that the page loads from its own server, by their path: files of a package, or texts. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Prepares the page before the visitor opens the chat. */
  readonly before?: (lab: Lab) => Promise<void>;
  /** Checks the page's own functions while the chat is open and has messages. */
  readonly after?: (lab: Lab) => Promise<void>;
}

export const labPage = (page: LabPage): LabPage => page;

/** Line breaks of a page that is long enough to scroll. */
export const LONG = '<main style="height: 4000px">A long page</main>';
