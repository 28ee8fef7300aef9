import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import type { Chat } from '../chat/chat.ts';
import type { Notice, Trouble } from '../chat/model.ts';
import type { Attachment, CallAction } from '../protocol/events.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type { DeferredStrings } from './locales/deferred-strings.ts';
import type { Strings } from './locales/strings.ts';
import type { LauncherAnimation, WidgetOptions } from './options.ts';
import type { PaintScheduler } from './transcript/paint-scheduler.ts';
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
  readonly FollowEnd: FunctionComponent<FollowEndProps>;
  readonly Menu: FunctionComponent;
  readonly Row: FunctionComponent<RowProps>;
  readonly Suggestions: FunctionComponent;
  readonly TypingIndicator: FunctionComponent;

  applyColours(
    host: Element,
    stage: HTMLElement,
    options: WidgetOptions,
    config: WidgetConfig | null,
  ): Promise<void>;
  errorText(error: Trouble, strings: Strings): string;
}

export interface RowProps {
  /** Id of the entry. */
  readonly id: string;
  readonly previousId: string | undefined;
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

/** Texts and live region of a copy button. */
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
  readonly SmallScreen: FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;

  addCopyButton(code: Element, context: CopyButtonContext): void;
  animate(element: Element, animation: LauncherAnimation, ms?: number): void;
  explainRefusal(relay: string): Promise<void>;
  handoffLabel(chat: Chat, strings: Strings): string | undefined;
  noticeText(notice: Notice, texts: DeferredStrings, locale: string): string;
  updateUnreadBadge(launcher: Element, count: number, strings: Strings): string;
}

export interface MenuListProps {
  /** Index of the item that gets the focus: the first or the last. */
  readonly firstFocus: 0 | -1;
  readonly button: RefObject<HTMLButtonElement | null>;
  close(): void;
}
