import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Clock } from '../../base/clock.ts';
import type { Chat } from '../../chat/chat.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { Strings } from '../locales/translations/strings.ts';
import type { LazyViews } from './lazy-views.ts';
import type { PanelOptions } from './options.ts';
import type { NextFrame } from './paint-scheduler.ts';
import type { SendOutcome } from './send-outcome.ts';
import type { Ui } from './ui.ts';

/** The conversation for views: they send by `WidgetContext.send`. */
export type ShownChat = Omit<Chat, 'send'>;

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
