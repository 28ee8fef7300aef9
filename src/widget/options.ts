import type { Platform } from '../protocol/relay.ts';

/** What an embedding page may choose (contract §1), the same for the script's attributes, the element and npm. */
export interface WidgetOptions {
  /** The relay's address without a slash at the end. */
  readonly relay: string;
  readonly platform: Platform;
  readonly renderMode: 'default' | 'fullscreen';
  readonly autoOpen: boolean;
  readonly showIcon: boolean;
  readonly showHeader: boolean;
  readonly position: 'bottom-right' | 'bottom-left';
  readonly colorScheme: 'auto' | 'light' | 'dark';
  /** Any CSS colour; without it, the page's `--foyer-accent` or the site's configuration. */
  readonly accent?: string | undefined;
  /** BCP 47; without it, the page's language, then the browser's. */
  readonly locale?: string | undefined;
  readonly zIndex: number;
  /** CSS selector of the element to render in, without a launcher. */
  readonly container?: string | undefined;
}

/** Words beside the launcher, with answers to choose from. */
export interface Prompt {
  readonly text: string;
  readonly actions?: readonly string[] | undefined;
}

/** How the launcher moves to be noticed. */
export type Movement = 'bounce' | 'grow' | 'pulse';

/** What a page that chooses nothing gets. */
export const DEFAULTS: Omit<WidgetOptions, 'relay'> = {
  platform: 'web',
  renderMode: 'default',
  autoOpen: false,
  showIcon: true,
  showHeader: true,
  position: 'bottom-right',
  colorScheme: 'auto',
  zIndex: 2_147_483_000,
};

/** The relay, and what else the page has chosen. */
export type ChosenOptions = Pick<WidgetOptions, 'relay'> & Partial<Omit<WidgetOptions, 'relay'>>;
