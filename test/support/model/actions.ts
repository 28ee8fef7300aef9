import type { Page } from './page.ts';
import type { Session } from './session.ts';
import type { Simulation } from './simulation.ts';

/** Action of the visitor, the browser, the machine or the platform in a conversation. */
export interface Action {
  readonly action: ActionName;
  /** Selects the page among those that are not suspended. */
  readonly page: number;
  /** Integer that each action interprets in its own way. */
  readonly size: number;
  /** Wait after the action. */
  readonly waitMs: number;
}

interface ActionContext {
  readonly simulation: Simulation;
  readonly page: Page;
  /** The open session in which the agent has joined, if there is one. */
  readonly session: Session | null;
  readonly size: number;
}

type PerformAction = (context: ActionContext) => void | Promise<void>;

const PAGES_MAX = 3;
const openPages = ({ pages }: Simulation) => pages.filter((page) => !page.isClosed());

const inSession =
  (perform: (context: ActionContext & { readonly session: Session }) => unknown): PerformAction =>
  ({ session, ...context }) => {
    if (session) perform({ ...context, session });
  };

export const ACTIONS = {
  wait: () => {},
  send: ({ page, simulation }) => page.send(simulation.nextText()),
  /** More than may be unconfirmed at a time (M-9.4). */
  'send many': ({ page, simulation }) => {
    for (let i = 0; i < 7; i++) page.send(simulation.nextText());
  },
  /** Longer than some sessions allow (M-14.4). */
  'send a long message': ({ page, simulation }) =>
    page.send(`${simulation.nextText()}, and ${'on '.repeat(200)}`),
  type: ({ page, size }) => page.chat.setTyping(size % 3 > 0),
  'retry failed messages': ({ simulation }) => {
    for (const page of openPages(simulation)) page.retry();
  },
  'end the chat': ({ page }) => page.end(),
  'start a new chat': ({ page }) => page.restart(),
  reconnect: ({ page }) => page.reconnect(),

  'open a page': ({ simulation }) => {
    if (openPages(simulation).length < PAGES_MAX) simulation.openPage();
  },
  'close a page': ({ page, simulation }) => {
    if (openPages(simulation).length > 1) page.close();
  },
  'suspend a page': ({ page }) => page.suspend(),
  'restore a page': ({ simulation }) =>
    openPages(simulation)
      .find((page) => page.isSuspended())
      ?.restore(),
  'make a page visible': ({ page }) => page.becomeVisible(),
  rest: ({ page }) => page.rest(),
  'start again': ({ page }) => page.start(),

  'go offline': ({ simulation, size }) => simulation.changeNetwork('offline', size % 2 === 0),
  'go online': ({ simulation }) => simulation.changeNetwork('online'),
  /** Sleeps for up to two hours. */
  'machine sleeps': ({ simulation, size }) => simulation.sleep(1_000 + size * 7_200, size % 2 === 0),

  'agent answers': inSession(({ simulation, session }) => simulation.agent.answer(session)),
  'agent suggests replies': inSession(({ simulation, session }) => simulation.agent.suggest(session)),
  'handoff starts': inSession(({ simulation, session, size }) =>
    simulation.agent.handoff.begin(session, size),
  ),
  'live agent leaves': inSession(({ simulation, session }) => simulation.agent.handoff.leave(session)),
  'language changes': inSession(({ simulation, session, size }) =>
    simulation.agent.changeLanguage(session, size),
  ),
  'receipt arrives': inSession(({ simulation, session, size }) =>
    simulation.agent.acknowledge(session, size),
  ),
  'idle warning arrives': inSession(({ session }) => session.append('SESSION_IDLE_WARNING')),
  'platform ends the session': inSession(({ simulation, session }) => simulation.platform.end(session)),
  'platform loses the session': inSession(({ simulation, session }) => simulation.platform.expire(session)),
  'platform restarts': ({ simulation, size }) => simulation.platform.restart(size * 20),
} satisfies Record<string, PerformAction>;

export type ActionName = keyof typeof ACTIONS;

/** Performs an action on one of the pages and waits. */
export async function perform(simulation: Simulation, { action, page, size, waitMs }: Action): Promise<void> {
  const open = openPages(simulation);
  const active = open.filter((page) => !page.isSuspended());
  const it = active[page % active.length] ?? open[0];
  const session = simulation.session();
  if (!it) return;
  simulation.record(`action: ${action}`);
  const context = {
    simulation,
    page: it,
    size,
    session: session?.state === 'open' && session.hasAgent ? session : null,
  };
  await (ACTIONS[action] as PerformAction)(context);
  await simulation.advance(waitMs);
}
