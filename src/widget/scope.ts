import type { ReadonlySignal, Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Clock } from '../base/clock.ts';
import type { Chat } from '../chat/chat.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import type * as ExtrasModule from './extras.ts';
import type * as OccasionalModule from './occasional.ts';
import type { Prompt, WidgetOptions } from './options.ts';
import type { NextFrame } from './painter.ts';
import type { Sound } from './sound.ts';
import type { Strings } from './strings.ts';

/** What only the views know. The draft outlives the panel: what the visitor typed is never lost. */
export interface Ui {
  readonly isOpen: Signal<boolean>;
  /** Whether opening moves the focus into the panel: not when the page opened it by itself. */
  readonly takesFocus: Signal<boolean>;
  readonly draft: Signal<string>;
  /** For the life of the page; a conversation that is resumed was consented to when it began. */
  readonly hasConsented: Signal<boolean>;
  /** What the page says beside the launcher. */
  readonly prompt: Signal<Prompt | null>;
  /** The picture that is shown over the page. */
  readonly enlarged: Signal<{ readonly source: string; readonly alt: string } | null>;
  /** For the life of the page, once the visitor has switched it on. */
  readonly sound: Signal<Sound | null>;
  /** What assistive technology is told politely; the transcript itself stays silent while text streams in. */
  readonly announcement: Signal<string>;
}

export function createUi(): Ui {
  return {
    isOpen: signal(false),
    takesFocus: signal(false),
    draft: signal(''),
    hasConsented: signal(false),
    prompt: signal(null),
    enlarged: signal(null),
    sound: signal(null),
    announcement: signal(''),
  };
}

export type Extras = typeof ExtrasModule;
export type Occasional = typeof OccasionalModule;

/** Everything a view reads from. */
export interface Scope {
  readonly chat: Chat;
  readonly ui: Ui;
  readonly options: WidgetOptions;
  /** null until the relay has told it. */
  readonly config: ReadonlySignal<WidgetConfig | null>;
  /** null until it has loaded. */
  readonly extras: ReadonlySignal<Extras | null>;
  /** null until something has asked for it. */
  readonly occasional: ReadonlySignal<Occasional | null>;
  needOccasional(): void;
  /** The conversation may begin: the site asks for no consent, or has it. */
  readonly isAllowed: ReadonlySignal<boolean>;
  readonly strings: ReadonlySignal<Strings>;
  /** BCP 47 tag of the words, dates and numbers. */
  readonly locale: ReadonlySignal<string>;
  readonly clock: Clock;
  readonly nextFrame: NextFrame;
  open(): void;
  /** The visitor asked for the panel to go. */
  close(): void;
}

const ScopeContext = createContext<Scope | null>(null);
export const ScopeProvider = ScopeContext.Provider;

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('unable to render; a view stands outside of its scope');
  return scope;
}
