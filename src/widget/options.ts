import type { Platform } from '../protocol/relay.ts';

/** Options of the embedding page (contract §1), the same for script attributes, the element and npm. */
export interface WidgetOptions {
  /** URL of the relay, without a trailing slash. */
  readonly relay: string;
  readonly platform: Platform;
  readonly renderMode: 'default' | 'fullscreen';
  readonly autoOpen: boolean;
  readonly showIcon: boolean;
  readonly showHeader: boolean;
  readonly position: 'bottom-right' | 'bottom-left';
  readonly colorScheme: 'auto' | 'light' | 'dark';
  /** Any CSS colour. Default: the page's `--foyer-accent`, else the site's configuration. */
  readonly accent?: string | undefined;
  /** BCP 47 tag. Default: the language of the page, else of the browser. */
  readonly locale?: string | undefined;
  readonly zIndex: number;
  /** CSS selector of the element that the chat fills, without a launcher. */
  readonly container?: string | undefined;
}

/** Text beside the launcher, with answers to choose from. */
export interface Prompt {
  readonly text: string;
  readonly actions?: readonly string[] | undefined;
}

/** Animation that draws attention to the launcher. */
export type LauncherAnimation = 'bounce' | 'grow' | 'pulse';

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

/** The relay, and any other options. */
export type MountOptions = Pick<WidgetOptions, 'relay'> & Partial<Omit<WidgetOptions, 'relay'>>;
