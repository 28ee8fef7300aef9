import type { Page } from './page.ts';
import type { Session } from './session.ts';
import type { World } from './world.ts';

/** What the visitor, the browser, the machine and the platform do in a conversation. */
export interface Act {
  readonly act: ActName;
  /** Which of the pages that can be seen it is about. */
  readonly page: number;
  /** Any whole number; each act makes of it what it likes. */
  readonly size: number;
  /** How long nothing else is done after it. */
  readonly waitMs: number;
}

interface Scene {
  readonly world: World;
  readonly page: Page;
  /** Whoever speaks does so here, once there is an agent and as long as the session lasts. */
  readonly session: Session | null;
  readonly size: number;
}

type Perform = (scene: Scene) => void | Promise<void>;

const PAGES_MAX = 3;
const openPages = ({ pages }: World) => pages.filter((page) => !page.isClosed());

const inSession =
  (perform: (scene: Scene & { readonly session: Session }) => unknown): Perform =>
  ({ session, ...scene }) => {
    if (session) perform({ ...scene, session });
  };

export const ACTS = {
  wait: () => {},
  say: ({ page, world }) => page.say(world.words()),
  /** More than may be under way at a time. */
  'say a lot': ({ page, world }) => {
    for (let i = 0; i < 7; i++) page.say(world.words());
  },
  /** Over the limit that some sessions advertise. */
  'say something long': ({ page, world }) => page.say(`${world.words()}, and ${'on '.repeat(200)}`),
  type: ({ page, size }) => page.chat.setTyping(size % 3 > 0),
  'try again': ({ world }) => {
    for (const page of openPages(world)) page.retry();
  },
  'end the chat': ({ page }) => page.end(),
  'start a new chat': ({ page }) => page.restart(),
  reconnect: ({ page }) => page.reconnect(),

  'open a page': ({ world }) => {
    if (openPages(world).length < PAGES_MAX) world.openPage();
  },
  'close a page': ({ page, world }) => {
    if (openPages(world).length > 1) page.close();
  },
  'leave a page': ({ page }) => page.hide(),
  'come back to a page': ({ world }) =>
    openPages(world)
      .find((page) => page.isAway())
      ?.show(),
  'look at a page': ({ page }) => page.look(),
  'look away': ({ page }) => page.chat.rest(),
  'look again': ({ page }) => page.start(),

  'lose the network': ({ world, size }) => world.network('offline', size % 2 === 0),
  'find the network': ({ world }) => world.network('online'),
  /** Up to two hours. */
  'let the machine sleep': ({ world, size }) => world.sleep(1_000 + size * 7_200, size % 2 === 0),

  'hear from the agent': inSession(({ world, session }) => world.agent.answer(session)),
  'be offered replies': inSession(({ world, session }) => world.agent.suggest(session)),
  'be handed over': inSession(({ world, session, size }) => world.agent.handoff.begin(session, size)),
  'be left': inSession(({ world, session }) => world.agent.handoff.leave(session)),
  'change the language': inSession(({ world, session, size }) => world.agent.changeLanguage(session, size)),
  'be acknowledged': inSession(({ world, session, size }) => world.agent.acknowledge(session, size)),
  'be warned of the end': inSession(({ session }) => session.say('SESSION_IDLE_WARNING')),
  'be told the end': inSession(({ world, session }) => world.platform.end(session)),
  'lose the session': inSession(({ world, session }) => world.platform.expire(session)),
  'restart the platform': ({ world, size }) => world.platform.restart(size * 20),
} satisfies Record<string, Perform>;

export type ActName = keyof typeof ACTS;

/** Performs an act on one of the pages, and lets the time pass that comes after it. */
export async function perform(world: World, { act, page, size, waitMs }: Act): Promise<void> {
  const open = openPages(world);
  const seen = open.filter((it) => !it.isAway());
  const it = seen[page % seen.length] ?? open[0];
  const session = world.session();
  if (!it) return;
  world.note(`act: ${act}`);
  const scene = {
    world,
    page: it,
    size,
    session: session?.state === 'open' && session.hasAgent ? session : null,
  };
  await (ACTS[act] as Perform)(scene);
  await world.pass(waitMs);
}
