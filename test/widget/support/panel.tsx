import { type Signal, signal } from '@preact/signals';
import { type BoundFunctions, type queries, within } from '@testing-library/dom';
import { act, cleanup, render } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../../src/protocol/widget-config.ts';
import { withExtras } from '../../../src/widget/extra-strings.ts';
import * as extras from '../../../src/widget/extras.ts';
import * as occasional from '../../../src/widget/occasional.ts';
import { DEFAULTS, type WidgetOptions } from '../../../src/widget/options.ts';
import { Panel } from '../../../src/widget/panel.tsx';
import { createUi, type Scope, ScopeProvider, type Ui } from '../../../src/widget/scope.ts';
import { english, stringsFor } from '../../../src/widget/strings.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createFrames, type Frames } from './frames.ts';
import { createScriptedChat, NOON, type ScriptedChat } from './scripted-chat.ts';

export const words = withExtras(english);

export interface Shown {
  readonly chat: ScriptedChat;
  readonly ui: Ui;
  readonly frames: Frames;
  readonly clock: FakeClock;
  readonly config: Signal<WidgetConfig | null>;
  readonly screen: BoundFunctions<typeof queries>;
  readonly user: ReturnType<typeof userEvent.setup>;
  /** What the views asked of their surroundings. */
  readonly closed: { count: number };
  /** Does something to the signals and lets the views follow. */
  happen(what: () => void): void;
  row(id: string): HTMLElement;
}

/** Shows an open panel over a scripted chat. */
export function showPanel(
  options: Partial<WidgetOptions> = {},
  before: (chat: ScriptedChat) => void = () => {},
  { isPlain = false } = {},
): Shown {
  cleanup();
  const chat = createScriptedChat();
  before(chat);
  const ui = createUi();
  ui.isOpen.value = true;
  ui.takesFocus.value = true;
  const config = signal<WidgetConfig | null>({ ...DEFAULT_WIDGET_CONFIG, header: { text: 'Northwind' } });
  const frames = createFrames();
  const clock = createFakeClock(NOON);
  const closed = { count: 0 };
  const scope: Scope = {
    chat,
    ui,
    options: { ...DEFAULTS, relay: 'https://relay.example', ...options },
    config,
    extras: signal(isPlain ? null : extras),
    occasional: signal(isPlain ? null : occasional),
    needOccasional: () => {},
    isAllowed: signal(true),
    strings: signal(stringsFor('en')),
    locale: signal('en-GB'),
    clock,
    nextFrame: frames.nextFrame,
    open: () => {},
    close: () => {
      closed.count += 1;
    },
  };
  const { container } = render(
    <ScopeProvider value={scope}>
      <Panel />
    </ScopeProvider>,
  );
  return {
    chat,
    ui,
    frames,
    clock,
    config,
    closed,
    screen: within(container as HTMLElement),
    user: userEvent.setup({ document }),
    happen(what) {
      void act(what);
    },
    row(id) {
      const row = container.querySelector<HTMLElement>(`[data-message-id="${id}"]`);
      if (!row) throw new Error(`no row ${id}`);
      return row;
    },
  };
}
