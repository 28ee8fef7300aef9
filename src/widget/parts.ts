import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import type { Chat } from '../chat/chat.ts';
import type { Delivery, Notice, Trouble } from '../chat/model.ts';
import type { Attachment, CallAction } from '../protocol/events.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type { Strings } from './locales/strings.ts';
import type { LauncherAnimation, WidgetOptions } from './options.ts';
import type { PaintScheduler } from './transcript/paint-scheduler.ts';
import type { MessageView } from './transcript/row-view.ts';
import type { Ui } from './ui.ts';

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
  readonly Delivery: FunctionComponent<{ readonly delivery: Exclude<Delivery, 'failed'> }>;
  readonly DeliveryError: FunctionComponent<{ readonly message: MessageView }>;
  readonly FollowEnd: FunctionComponent<FollowEndProps>;
  readonly InterruptedHint: FunctionComponent;
  readonly Menu: FunctionComponent;
  readonly MessageAttachments: FunctionComponent<{ readonly message: MessageView }>;
  readonly Notice: FunctionComponent<{ readonly notice: Notice }>;
  readonly SmallScreen: FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;
  readonly StreamingText: FunctionComponent<StreamingTextProps>;
  readonly Suggestions: FunctionComponent;
  readonly TypingIndicator: FunctionComponent;

  applyColours(host: Element, stage: HTMLElement, options: WidgetOptions, config: WidgetConfig | null): void;
  errorText(error: Trouble, strings: Strings): string;
  handoffLabel(chat: Chat, strings: Strings): string | undefined;
  updateUnreadBadge(launcher: Element, count: number, strings: Strings): string;
}

export interface StreamingTextProps {
  /** Id of a message of an agent or a live agent. */
  readonly id: string;
  readonly scheduler: ReadonlySignal<PaintScheduler | null>;
}

export interface FollowEndProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<Element | null>;
  /** Marks the end of the content. */
  readonly end: RefObject<Element | null>;
  /** Set once it follows. */
  readonly scheduler: Signal<PaintScheduler | null>;
}

/** What a copy button says and announces. */
export interface CopyButtonContext {
  readonly strings: ReadonlySignal<Strings>;
  readonly ui: Pick<Ui, 'announcement'>;
}

/** Parts that most conversations never need. */
export interface OnDemandParts {
  readonly css: string;

  readonly Attachments: FunctionComponent<{ readonly attachments: readonly Attachment[] }>;
  readonly CharacterCounter: FunctionComponent;
  readonly CallActions: FunctionComponent<{ readonly actions: readonly CallAction[] }>;
  readonly Consent: FunctionComponent;
  readonly DaySeparator: FunctionComponent<{ readonly at: number }>;
  readonly Disclaimer: FunctionComponent;
  readonly Lightbox: FunctionComponent;
  readonly MenuList: FunctionComponent<MenuListProps>;
  readonly Notice: FunctionComponent<{ readonly notice: Notice }>;
  readonly Policies: FunctionComponent;
  readonly PromptBubble: FunctionComponent;

  addCopyButton(code: Element, context: CopyButtonContext): void;
  animate(element: Element, animation: LauncherAnimation, ms?: number): void;
}

export interface MenuListProps {
  /** Index of the item that gets the focus: the first or the last. */
  readonly firstFocus: 0 | -1;
  readonly button: RefObject<HTMLButtonElement | null>;
  close(): void;
}
