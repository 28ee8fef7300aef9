import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FunctionComponent, RefObject, VNode } from 'preact';
import type { Chat } from '../chat/chat.ts';
import type { Message, Notice, Trouble } from '../chat/model.ts';
import type { Attachment, CallAction } from '../protocol/events.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type { Strings } from './locales/strings.ts';
import type { LauncherAnimation, PanelOptions } from './options.ts';
import type { AvatarProps } from './shell/avatar.tsx';
import type { Block } from './transcript/blocks.ts';
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
  readonly FollowEnd: FunctionComponent<FollowEndProps>;
  readonly Menu: FunctionComponent;
  readonly Suggestions: FunctionComponent;
  readonly TranscriptBlocks: FunctionComponent<TranscriptBlocksProps>;
  readonly TypingIndicator: FunctionComponent;

  avatarOf(author: Pick<Message, 'author' | 'person'>, context: AuthorContext): AvatarProps;
  applyColours(
    host: Element,
    stage: HTMLElement,
    options: PanelOptions,
    config: WidgetConfig | null,
  ): Promise<void>;
}

/** State on which the name and the image of an author depend. */
export interface AuthorContext {
  readonly chat: Pick<Chat, 'agent'>;
  readonly config: ReadonlySignal<WidgetConfig | null>;
  readonly strings: ReadonlySignal<Strings>;
}

export interface RowProps {
  /** Id of the entry. */
  readonly id: string;
  readonly previousId: string | undefined;
  readonly scheduler: ReadonlySignal<PaintScheduler | null>;
}

export interface TranscriptBlocksProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scheduler: RowProps['scheduler'];
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
  readonly EndCard: FunctionComponent;
  readonly FarBlocks: FunctionComponent<FarBlocksProps>;
  readonly LauncherBubble: FunctionComponent;
  readonly MenuList: FunctionComponent<MenuListProps>;
  readonly MessageIssue: FunctionComponent<{ readonly message: MessageView }>;
  readonly NewMessages: FunctionComponent<NewMessagesProps>;
  readonly Notice: FunctionComponent<{ readonly notice: Notice }>;
  readonly Overlays: FunctionComponent;
  readonly Policies: FunctionComponent;
  readonly SmallScreen: FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;

  allowedImage(
    source: string,
    alt: string,
    context: {
      readonly config: ReadonlySignal<WidgetConfig | null>;
      readonly strings: ReadonlySignal<Strings>;
    },
  ): Node;
  addCopyButton(code: Element, context: CopyButtonContext): void;
  animate(element: Element, animation: LauncherAnimation, ms?: number): void;
  errorText(error: Trouble, strings: Strings): string;
  explainTrouble(error: Trouble, relay: string): Promise<void>;
  handoffLabel(chat: Chat, strings: Strings, locale: string): string | undefined;
  noticeText(notice: Notice, strings: Strings, locale: string): string;
  showUnread(launcher: Element, count: number, strings: Strings, inTitle: boolean): string;
}

export interface FarBlocksProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly blocks: readonly Block[];
  /** Index of the first rendered block. */
  readonly first: number;
  /** Replaced whenever blocks have come near or gone far. */
  readonly far: Signal<FarElements | null>;
}

/** Elements of the blocks that are far from the visible part. */
export interface FarElements {
  /** Element of a far block; undefined for a block that is to be rendered as rows. */
  elementOf(block: Block, index: number): VNode | undefined;
  /** To be called before blocks are added above: what is read then stays in its place. */
  keepPosition(): void;
}

export interface NewMessagesProps {
  /** Number of messages below the visible part; 0: the one that is read goes on below. */
  readonly count: number;
  scrollToEnd(): void;
}

export interface MenuListProps {
  /** Index of the item that gets the focus: the first or the last. */
  readonly firstFocus: 0 | -1;
  readonly button: RefObject<HTMLButtonElement | null>;
  close(): void;
}
