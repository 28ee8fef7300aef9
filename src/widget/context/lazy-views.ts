import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import type { Chat } from '../../chat/chat.ts';
import type { Message, Trouble } from '../../chat/model/model.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { Catalogue, Strings } from '../locales/translations/strings.ts';
import type { FollowedLink } from './followed-link.ts';
import type { LauncherAnimation, PanelOptions } from './options.ts';
import type { PaintScheduler } from './paint-scheduler.ts';
import type { ReportHealth } from './report-health.ts';

/**
 * Interface of the lazy chunk: it loads after the panel. Views reach its parts through the context, and render nothing, or a plain
 * form, until then. `src/embed/panel.ts` checks the chunk against this interface.
 */
export interface LazyViews {
  readonly css: string;
  readonly english: Catalogue;

  readonly Announcer: FunctionComponent;
  readonly ComposerParts: FunctionComponent;
  readonly Consent: FunctionComponent;
  readonly EndCard: FunctionComponent;
  readonly FollowEnd: FunctionComponent<FollowEndProps>;
  readonly HandoffCard: FunctionComponent;
  readonly LauncherBubble: FunctionComponent;
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
