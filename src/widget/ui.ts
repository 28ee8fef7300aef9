import { type Signal, signal } from '@preact/signals';
import type { Prompt } from './options.ts';
import type { Sound } from './shell/sound.ts';

/** State that only the views know. It outlives the open panel, so that a draft is never lost. */
export interface Ui {
  readonly isOpen: Signal<boolean>;
  /** Whether opening the panel moves the focus into it. False for `autoOpen`. */
  readonly takesFocus: Signal<boolean>;
  readonly draft: Signal<string>;
  /** Kept until the page is left. A resumed conversation needs no new consent. */
  readonly hasConsented: Signal<boolean>;
  /** The text that the page shows beside the launcher. */
  readonly prompt: Signal<Prompt | null>;
  /** The image in the lightbox. */
  readonly enlarged: Signal<{ readonly source: string; readonly alt: string } | null>;
  /** Non-null once the visitor has switched the sound on; kept until the page is left. */
  readonly sound: Signal<Sound | null>;
  /** The text of the polite live region. The transcript itself stays silent while text streams in. */
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
