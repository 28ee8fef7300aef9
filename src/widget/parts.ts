import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import type { Chat } from '../chat/chat.ts';
import type { Notice, Trouble } from '../chat/model.ts';
import type { Attachment, CallAction } from '../protocol/events.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type { Strings } from './locales/strings.ts';
import type { LauncherAnimation, WidgetOptions } from './options.ts';
import type { Markdown } from './text/markdown.ts';
import type { MessageView } from './transcript/row-view.ts';
import type { Ui } from './ui.ts';

/**
 * Interfaces of the two chunks that load after the panel. Views reach the parts through the scope and render nothing, or
 * a plain form, while a chunk is missing. `src/embed/panel.ts` checks the chunks against these interfaces.
 */

/** The signals that formatted text depends on. */
export interface FormattedTextContext {
  readonly config: ReadonlySignal<WidgetConfig | null>;
  readonly strings: ReadonlySignal<Strings>;
  readonly ui: Pick<Ui, 'announcement'>;
}

/** Parts of every conversation that can wait until the chat is online. */
export interface DeferredParts {
  readonly css: string;

  readonly Announcer: FunctionComponent;
  readonly CharacterCounter: FunctionComponent;
  readonly DaySeparator: FunctionComponent<{ readonly at: number }>;
  readonly DeliveryError: FunctionComponent<{ readonly message: MessageView }>;
  readonly InterruptedHint: FunctionComponent;
  readonly Menu: FunctionComponent;
  readonly MessageAttachments: FunctionComponent<{ readonly message: MessageView }>;
  readonly Notice: FunctionComponent<{ readonly notice: Notice }>;
  readonly SmallScreen: FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;
  readonly Suggestions: FunctionComponent;
  readonly TypingIndicator: FunctionComponent;

  applyColours(host: Element, stage: HTMLElement, options: WidgetOptions, config: WidgetConfig | null): void;
  createFormattedText(root: Element, context: FormattedTextContext): Markdown;
  errorText(error: Trouble, strings: Strings): string;
  handoffLabel(chat: Chat, strings: Strings): string | undefined;
  updateUnreadBadge(launcher: Element, count: number, strings: Strings): string;
}

/** Parts that most conversations never need. */
export interface OnDemandParts {
  readonly css: string;

  readonly Attachments: FunctionComponent<{ readonly attachments: readonly Attachment[] }>;
  readonly CallActions: FunctionComponent<{ readonly actions: readonly CallAction[] }>;
  readonly Consent: FunctionComponent;
  readonly Disclaimer: FunctionComponent;
  readonly Lightbox: FunctionComponent;
  readonly MenuList: FunctionComponent<MenuListProps>;
  readonly Policies: FunctionComponent;
  readonly PromptBubble: FunctionComponent;

  animate(element: Element, animation: LauncherAnimation, ms?: number): void;
}

export interface MenuListProps {
  /** Index of the item that gets the focus: the first or the last. */
  readonly firstFocus: 0 | -1;
  readonly button: RefObject<HTMLButtonElement | null>;
  close(): void;
}
