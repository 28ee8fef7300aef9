import type { Remember } from '../../base/session-storage.ts';
import type { Platform } from '../../protocol/relay.ts';
import type { GuardMode } from '../../protocol/widget-config.ts';

/** Options of the embedding page (contract §1), the same for script attributes, the element and npm. */
export interface WidgetOptions {
  /** URL of the relay, without a trailing slash. */
  readonly relay: string;
  /** Host of the page: `web`, or the web view of an app. `ios` is shown full screen and without a header. */
  readonly platform: Platform;
  /** `fullscreen` covers the whole window. */
  readonly renderMode: 'default' | 'fullscreen';
  /** Opens the chat when the page has loaded, without moving the focus. */
  readonly autoOpen: boolean;
  /** Shows the launcher. Without it the page opens the chat by the API. */
  readonly showIcon: boolean;
  /** Shows the header: the title, the menu and the close button. */
  readonly showHeader: boolean;
  /** Corner of the window. */
  readonly position: 'bottom-right' | 'bottom-left';
  /** `auto` is the visitor's preference. */
  readonly colorScheme: 'auto' | 'light' | 'dark';
  /** Any CSS colour. Default: the page's `--foyer-accent`, else the site's configuration. */
  readonly accent?: string | undefined;
  /** BCP 47 tag. Default: the language of the page, else of the browser. */
  readonly locale?: string | undefined;
  /** Stacking order of launcher and panel in the page, an integer. */
  readonly zIndex: number;
  /** The title of the page begins with the number of unread messages: "(2) Shop". */
  readonly titleCount?: boolean | undefined;
  /** Treatment of card numbers, IBANs and secrets in messages. Default: the site's configuration, else `warn`. */
  readonly guard?: GuardMode | undefined;
  /** Title of the header. Default: the site's configuration. */
  readonly title?: string | undefined;
  /** Greets the visitor until the first message; the first line is a heading. Default: the site's configuration. */
  readonly welcome?: string | undefined;
  /**
   * Offers dictation: `on-device` only where the browser recognises speech on the device, `any` in every browser with speech
   * recognition: it may send the voice to the browser's maker. Default: `off`.
   */
  readonly dictation?: 'on-device' | 'any' | 'off' | undefined;
  /** Offers in the menu to read answers aloud. */
  readonly readAloud?: boolean | undefined;
  /**
   * Reach of the stored session id: all pages of the `browser` (default), one `tab`, or nothing is stored and the conversation lasts as
   * long as the `page`, for computers that people share.
   */
  readonly remember?: Remember | undefined;
  /** Offers the chat to the agent of the visitor's browser (WebMCP, M-14.20). Default: `off`. */
  readonly browserAgents?: 'on' | 'off' | undefined;
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

/** Options of the panel. The others are the loader's. */
export type PanelOptions = Omit<WidgetOptions, 'autoOpen' | 'zIndex'>;

export const DEFAULTS: Omit<PanelOptions, 'relay'> = {
  platform: 'web',
  renderMode: 'default',
  showIcon: true,
  showHeader: true,
  position: 'bottom-right',
  colorScheme: 'auto',
};

/** The relay, and any other options. */
export type MountOptions = Pick<WidgetOptions, 'relay'> & Partial<Omit<WidgetOptions, 'relay'>>;

/** An invalid option, as its owner wrote it. */
export type OptionIssue = readonly [name: string, text: string];
