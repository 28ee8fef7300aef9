import { perform } from './acts.ts';
import { type Judgement, judge } from './judge.ts';
import { isUnavailable } from './page.ts';
import type { Conversation } from './plans.ts';
import { createWorld, type World } from './world.ts';

/** What has come of a conversation once the weather has cleared up and the time has passed that everything needs. */
export interface Outcome extends Judgement {
  /** What happened in it, for counting. */
  readonly happened: ReadonlySet<string>;
}

/** Enough for the slowest ladder, and for whatever waits upon it. */
const SETTLE_MS = 400_000;
const RETRY_MS = 50_000;
const LAST_WORD_MS = 40_000;
const LEFT_MS = 70_000;

/** What the visitor was left to decide: a lost connection, an agent that was asked in vain, a message that has failed. */
function decide(world: World, triesAgain: boolean): void {
  for (const { chat, reconnect, retry, isClosed } of world.pages) {
    if (isClosed()) continue;
    if (triesAgain) retry();
    const isFailed = chat.connection.value === 'failed';
    if (isFailed) world.note('client: leaves it to the visitor to connect');
    if (isFailed || isUnavailable(chat)) reconnect();
  }
}

export async function play({ ways, pages, acts, plan, triesAgain, seed }: Conversation): Promise<Outcome> {
  const world = createWorld(plan, ways, seed);
  for (let i = 0; i < pages; i++) world.openPage();
  await world.pass(500);
  for (const act of acts) await perform(world, act);

  world.heal();
  await world.pass(SETTLE_MS);
  for (let i = 0; i < 2; i++) {
    decide(world, triesAgain);
    await world.pass(RETRY_MS);
  }
  // A hole at the very end shows as soon as anything comes after it.
  for (const session of world.platform.sessions.values()) world.agent.sayLast(session);
  await world.pass(LAST_WORD_MS);
  const { is, due, broken } = judge(world);

  for (const page of world.pages) if (!page.isClosed()) page.close();
  await world.pass(LEFT_MS);
  return { is, due, broken: [...world.broken, ...broken], happened: world.happened };
}
