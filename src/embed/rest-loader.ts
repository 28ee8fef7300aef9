import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Chat } from '../chat/chat.ts';
import { NO_CONFIG, type WidgetConfig } from '../protocol/widget-config.ts';
import type { RestParts } from '../widget/parts.ts';
import type { Ui } from '../widget/ui.ts';
import { adoptStyleSheet } from './style-sheet.ts';

export interface RestLoader {
  /** The parts that load after the panel, null until they are there. */
  readonly rest: ReadonlySignal<RestParts | null>;
  /** Loads the rest unless it is there. The next call repeats a failed one. */
  loadRest(): Promise<RestParts | null>;
}

export function createRestLoader(
  importRest: () => Promise<RestParts>,
  root: ShadowRoot,
  abort: AbortSignal,
): RestLoader {
  const rest = signal<RestParts | null>(null);
  return {
    rest,
    loadRest: () =>
      importRest().then(
        (parts) => {
          if (!rest.peek() && !abort.aborted) {
            adoptStyleSheet(root, parts.css);
            rest.value = parts;
          }
          return rest.peek();
        },
        () => null,
      ),
  };
}

/** Loads the rest at the latest when the open chat is online, and earlier if what it shows first needs it. */
export function loadRestWhenNeeded(
  chat: Chat,
  ui: Ui,
  config: ReadonlySignal<WidgetConfig | null>,
  isMasking: ReadonlySignal<boolean>,
  loadRest: RestLoader['loadRest'],
): (() => void)[] {
  return [
    effect(() => {
      const { consent, disclaimer, policies } = config.value ?? NO_CONFIG;
      if (
        ui.isOpen.value &&
        (chat.connection.value === 'online' ||
          consent?.required ||
          disclaimer ||
          policies?.place === 'composer' ||
          isMasking.value)
      )
        void loadRest();
    }),
    // A resumed conversation needs formatted text at once, and a greeting stands above the first message.
    chat.on('sessionStart', ({ resumed }) => {
      const { welcome, starters } = config.value ?? NO_CONFIG;
      if (ui.isOpen.value && (resumed || welcome || starters)) void loadRest();
    }),
  ];
}
