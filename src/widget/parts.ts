import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import type { Clock } from '../base/clock.ts';
import type { Chat } from '../chat/chat.ts';
import type { Notice, Trouble } from '../chat/model.ts';
import type { Attachment, CallAction } from '../protocol/events.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type { Strings } from './locales/strings.ts';
import type { LauncherAnimation, WidgetOptions } from './options.ts';
import type { PaintScheduler } from './transcript/paint-scheduler.ts';
import type { MessageView } from './transcript/row-view.ts';

/**
 * Interfaces of the two chunks that load after the panel. Views reach the parts through the scope and render nothing, or
 * a plain form, while a chunk is missing. `src/embed/panel.ts` checks the chunks against these interfaces.
 */

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
  readonly NoticeRow: FunctionComponent<{ readonly notice: Notice }>;
  readonly SmallScreen: FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;
  readonly StreamingText: FunctionComponent<StreamingTextProps>;
  readonly Suggestions: FunctionComponent;
  readonly TypingIndicator: FunctionComponent;

  applyColours(host: Element, stage: HTMLElement, options: WidgetOptions, config: WidgetConfig | null): void;
  createAutoScroll(scroller: HTMLElement, content: Element, end: Element, clock: Clock): AutoScroll;
  errorText(error: Trouble, strings: Strings): string;
  handoffLabel(chat: Chat, strings: Strings): string | undefined;
  updateUnreadBadge(launcher: Element, count: number, strings: Strings): string;
}

export interface StreamingTextProps {
  /** Id of a message of an agent or a live agent. */
  readonly id: string;
  readonly scheduler: PaintScheduler;
}

/**
 * Keeps the end of a scroller visible for a visitor who is at the end, and never moves one who has scrolled up. Observers
 * report the position, so a chunk of text costs no extra layout.
 */
export interface AutoScroll {
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Whether new content is below the visible part. */
  readonly hasUnseen: ReadonlySignal<boolean>;
  /** To be called after an entry was added. */
  entryAdded(): void;
  /** To be called after text was drawn, before the page is laid out. */
  textPainted(): void;
  scrollToEnd(): void;
  dispose(): void;
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
  readonly Notice: FunctionComponent<{ readonly notice: Notice }>;
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
