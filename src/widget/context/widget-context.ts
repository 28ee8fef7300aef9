import type { ReadonlySignal } from '@preact/signals';
import { createContext, type FunctionComponent } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Clock } from '../../base/clock.ts';
import type { Chat } from '../../chat/chat.ts';
import type { MessageReason } from '../../protocol/left-message.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { Strings } from '../locales/translations/strings.ts';
import type { LazyViews } from './lazy-views.ts';
import type { PanelOptions } from './options.ts';
import type { NextFrame } from './paint-scheduler.ts';
import type { SendOutcome } from './send-outcome.ts';
import type { Ui } from './ui.ts';

/** The conversation for views: they send by `WidgetContext.send`. */
export type ShownChat = Omit<Chat, 'send'>;

/** Parts that few conversations need: a chunk of its own, which loads when one of them does. */
export interface SeldomViews {
  readonly css: string;
  readonly ClosedNotice: FunctionComponent;
  readonly EndSummary: FunctionComponent;
  readonly HandoffCard: FunctionComponent;
  readonly LauncherBubble: FunctionComponent;
  readonly LeaveMessage: FunctionComponent<{ readonly reason: MessageReason }>;
  readonly Lightbox: FunctionComponent;
  saveTranscript(context: WidgetContext): void;
  toggleSound(ui: Pick<Ui, 'sound'>): void;
}

/** The state and the functions that every view can read. */
export interface WidgetContext {
  readonly chat: ShownChat;
  /** Sends the visitor's message. null: a listener of the page has objected. */
  send(text: string): Promise<SendOutcome> | null;
  readonly ui: Ui;
  readonly options: PanelOptions;
  /** null until the relay has answered. */
  readonly config: ReadonlySignal<WidgetConfig | null>;
  /** null until the chunk has loaded: until then views render nothing, or a plain form, in place of its parts. */
  readonly lazy: ReadonlySignal<LazyViews | null>;
  /** Loads the lazy chunk once. */
  loadLazy(): Promise<unknown>;
  /** null until the chunk has loaded. */
  readonly seldom: ReadonlySignal<SeldomViews | null>;
  /** Loads the seldom parts once; null: they did not load. */
  loadSeldom(): Promise<SeldomViews | null>;
  /** True if the conversation may start: the site requires no consent, or the visitor has given it. */
  readonly isAllowed: ReadonlySignal<boolean>;
  readonly strings: ReadonlySignal<Strings>;
  /** Id of the agent's first message in the conversation. */
  readonly firstAnswer: ReadonlySignal<string | undefined>;
  /** BCP 47 tag of the strings, dates and numbers. */
  readonly locale: ReadonlySignal<string>;
  readonly clock: Clock;
  readonly nextFrame: NextFrame;
  open(): void;
  /** Closes the panel at the visitor's request. */
  close(): void;
}

export const widgetContext = createContext<WidgetContext | null>(null);
export const WidgetProvider = widgetContext.Provider;

export function useWidget(): WidgetContext {
  const context = useContext(widgetContext);
  if (!context) throw new Error('unable to render; the view is outside of a WidgetProvider');
  return context;
}

/** The lazy parts, for the seldom ones, which load after them. */
export function useLazy(): LazyViews {
  const { lazy } = useWidget();
  if (!lazy.value) throw new Error('unable to render; the lazy chunk has not loaded');
  return lazy.value;
}

/**
 * The seldom parts, which load once one of them is needed; null until then. A lost connection loads them again when it is back.
 * @param onMissing called when they have not loaded
 */
export function useSeldom(isNeeded: boolean, onMissing?: () => void): SeldomViews | null {
  const { chat, loadSeldom, seldom } = useWidget();
  const connection = chat.connection.value;
  useEffect(() => {
    if (isNeeded) void loadSeldom().then((parts) => parts ?? onMissing?.());
  }, [isNeeded, connection, loadSeldom]);
  return seldom.value;
}
