import { computed, type Signal, signal } from '@preact/signals';
import { type BoundFunctions, type queries, within } from '@testing-library/dom';
import { act, cleanup, render } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../../src/protocol/widget-config.ts';
import type { LazyViews } from '../../../src/widget/context/lazy-views.ts';
import { DEFAULTS, type WidgetOptions } from '../../../src/widget/context/options.ts';
import { createUi, type Ui } from '../../../src/widget/context/ui.ts';
import {
  type SeldomViews,
  type WidgetContext,
  WidgetProvider,
} from '../../../src/widget/context/widget-context.ts';
import { firstEnglish } from '../../../src/widget/locales/translations/first-strings.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';
import * as restParts from '../../../src/widget/rest/rest-parts.ts';
import * as seldomParts from '../../../src/widget/seldom/seldom-parts.ts';
import { Panel } from '../../../src/widget/shell/panel.tsx';
import { firstAnswerOf } from '../../../src/widget/transcript/first-answer.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createFrames, type Frames } from './frames.ts';
import { createScriptedChat, NOON, type ScriptedChat } from './scripted-chat.ts';

export const texts = english;

export interface PanelHarness {
  readonly chat: ScriptedChat;
  readonly ui: Ui;
  readonly frames: Frames;
  /** The late chunk; null while it is missing. */
  readonly rest: Signal<LazyViews | null>;
  /** The chunk of the seldom parts; null while it is missing. */
  readonly seldom: Signal<SeldomViews | null>;
  /** Number of calls of `loadSeldom`. */
  readonly seldomLoads: { count: number };
  readonly clock: FakeClock;
  readonly config: Signal<WidgetConfig | null>;
  readonly screen: BoundFunctions<typeof queries>;
  readonly user: ReturnType<typeof userEvent.setup>;
  /** Number of calls of `close`. */
  readonly closed: { count: number };
  /** Changes signals and renders the views. */
  update(change: () => void): void;
  row(id: string): HTMLElement;
}

/** Renders an open panel with a scripted chat. `setUp` runs before the first render. */
export function showPanel(
  options: Partial<WidgetOptions> = {},
  setUp: (chat: ScriptedChat) => void = () => {},
): PanelHarness {
  cleanup();
  const chat = createScriptedChat();
  setUp(chat);
  const ui = createUi();
  ui.isOpen.value = true;
  ui.focusOnOpen.value = true;
  const config = signal<WidgetConfig | null>({ ...DEFAULT_WIDGET_CONFIG, header: { text: 'Northwind' } });
  const rest = signal<LazyViews | null>(restParts);
  const frames = createFrames();
  const clock = createFakeClock(NOON);
  const closed = { count: 0 };
  const seldom = signal<SeldomViews | null>(seldomParts);
  const seldomLoads = { count: 0 };
  const context: WidgetContext = {
    chat,
    ui,
    options: { ...DEFAULTS, relay: 'https://relay.example', ...options },
    config,
    lazy: rest,
    loadLazy: async () => {},
    seldom,
    async loadSeldom() {
      seldomLoads.count += 1;
      return seldom.peek();
    },
    isAllowed: signal(true),
    firstAnswer: firstAnswerOf(chat),
    send(text) {
      chat.send(text);
      return Promise.resolve('sent');
    },
    strings: computed(() => rest.value?.english ?? (firstEnglish as typeof english)),
    locale: signal('en-GB'),
    clock,
    nextFrame: frames.nextFrame,
    open: () => {},
    close: () => {
      closed.count += 1;
    },
  };
  const { container } = render(
    <WidgetProvider value={context}>
      <Panel />
    </WidgetProvider>,
  );
  return {
    chat,
    ui,
    frames,
    rest,
    clock,
    config,
    closed,
    seldom,
    seldomLoads,
    screen: within(container as HTMLElement),
    user: userEvent.setup({ document }),
    update(change) {
      void act(change);
    },
    row(id) {
      const row = container.querySelector<HTMLElement>(`[data-message-id="${id}"]`);
      if (!row) throw new Error(`no row ${id}`);
      return row;
    },
  };
}
