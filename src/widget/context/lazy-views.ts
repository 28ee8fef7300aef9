import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import type { Chat } from '../../chat/chat.ts';
import type { Entry, Message, Notice, NoticeBody, QueueStatus, Trouble } from '../../chat/model/model.ts';
import type { Thumb } from '../../protocol/relay.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { Link } from '../../text/links.ts';
import type { ImagePolicy } from '../../text/remote-image.ts';
import type { Catalogue, Strings } from '../locales/translations/strings.ts';
import type { FollowedLink } from './followed-link.ts';
import type { LauncherAnimation, PanelOptions } from './options.ts';
import type { PaintScheduler } from './paint-scheduler.ts';
import type { ReportHealth } from './report-health.ts';
import type { ComposerPartsProps } from './speech-props.ts';
import type { Ui } from './ui.ts';

/**
 * Interface of the lazy chunk: it loads after the panel. Views reach its parts through the context, and render nothing, or a plain
 * form, until then. `src/embed/panel.ts` checks the chunk against this interface.
 */
export interface LazyViews {
  readonly css: string;
  readonly english: Catalogue;

  readonly Announcer: FunctionComponent;
  readonly ComposerParts: FunctionComponent<ComposerPartsProps>;
  readonly Consent: FunctionComponent;
  readonly EndCard: FunctionComponent;
  readonly FollowEnd: FunctionComponent<FollowEndProps>;
  readonly Handoff: FunctionComponent;
  readonly Menu: FunctionComponent;
  readonly Overlays: FunctionComponent;
  readonly Policies: FunctionComponent;
  readonly RichText: FunctionComponent<{ readonly text: string }>;
  readonly SensitiveWarning: FunctionComponent<{ readonly text?: Signal<string> | undefined }>;
  readonly SmallScreen: FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;
  readonly Suggestions: FunctionComponent;
  readonly TranscriptBlocks: FunctionComponent<TranscriptBlocksProps>;
  readonly TypingIndicator: FunctionComponent;

  animate(element: Element, animation: LauncherAnimation, ms?: number): void;
  applyColours(
    host: Element,
    mountPoint: HTMLElement,
    options: PanelOptions,
    config: WidgetConfig | null,
  ): Promise<void>;
  avatarOf(author: Pick<Message, 'author' | 'person'>, context: AuthorContext): AvatarProps;
  errorText(error: Trouble, strings: Strings): string;
  followLinks(root: HTMLElement, emit: (link: FollowedLink) => boolean): () => void;
  maskSensitive(text: string): string;
  connectPage(
    seen: ReadonlySignal<string | null>,
    onSeen: (id: string) => void,
    ...health: Parameters<ReportHealth>
  ): () => void;
  showUnread(launcher: Element, count: number, strings: Strings, inTitle: boolean): string;

  // For the seldom parts, which import nothing of this chunk: the bundler would create a namespace object for it, and this fails in a
  // page with enumerable names on `Object.prototype`.
  readonly thumbIcons: Readonly<Record<Thumb, string>>;
  announce(ui: Pick<Ui, 'announcement'>, text: string): void;
  authorKind(of: Pick<Message, 'author' | 'person'>, context: AuthorContext): string | undefined;
  authorName(of: Pick<Message, 'author' | 'person'>, context: AuthorContext): string;
  durationText(seconds: number, locale: string, unitDisplay?: 'long' | 'short'): string;
  /** The beginning of a Markdown text as plain text. */
  firstWords(text: string): string;
  interpolate(text: string, values: Readonly<Record<string, string | number>>): string;
  isPersonAwaited(chat: Omit<Chat, 'send'>): boolean;
  isWithdrawn(entry: Entry, ui: Pick<Ui, 'edits'>): boolean;
  linkUrl(text: string): Link | undefined;
  noticeText(notice: NoticeBody & Pick<Notice, 'count'>, strings: Strings, locale: string): string;
  plural(text: string, count: number, locale: string): string;
  queueText(queue: QueueStatus, strings: Strings, locale: string, usualSeconds?: number | null): string;
  renderMarkdown(root: Element, text: string, images: ImagePolicy): void;
  telUrl(number: string): string | undefined;
}

export interface AvatarProps {
  /** URL of the image. It may be loaded. */
  readonly source?: string | undefined;
  /** Shown without an image. Absent: the assistant's star. */
  readonly initial?: string | undefined;
}

/** State on which the name and the image of an author depend. */
export interface AuthorContext {
  readonly chat: Pick<Chat, 'agent'>;
  readonly config: ReadonlySignal<WidgetConfig | null>;
  readonly strings: ReadonlySignal<Strings>;
}

export interface TranscriptBlocksProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scheduler: ReadonlySignal<PaintScheduler | null>;
}

export interface FollowEndProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<Element | null>;
  /** Marks the end of the content. */
  readonly end: RefObject<Element | null>;
  /** Set once the end is being followed. */
  readonly scheduler: Signal<PaintScheduler | null>;
}
