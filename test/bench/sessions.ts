import { createDirectly, post } from './calls.ts';
import { line, percentile } from './page.ts';
import { startPlatform, startRelay } from './relay.ts';
import { SITE } from './site.ts';

const PARALLEL = 200;
const ROUNDS = 6;
const EACH = 10;

const inMs = (value: number) => `${value.toFixed(1)} ms`;

const createThroughRelay = (relay: string) => post(`${relay}/chat/sessions`, { Origin: SITE }, '{}');

/** Measures creations, with a fixed number of them in parallel. */
async function times(create: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  const one = async () => {
    for (let index = 0; index < EACH; index++) {
      const startedAt = performance.now();
      await create();
      all.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, one));
  return all;
}

/** Measures the time that the relay adds to the creation of a session. */
export async function sessions(): Promise<void> {
  console.log(`\nSessions, ${PARALLEL} in parallel, in front of a platform that takes 100 ms per call`);
  const platform = await startPlatform();
  const relay = await startRelay(platform.url);
  const routes = [() => createDirectly(platform.url), () => createThroughRelay(relay.url)] as const;
  for (const create of routes) await times(create);
  const direct: number[] = [];
  const relayed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    direct.push(...(await times(routes[0])));
    relayed.push(...(await times(routes[1])));
  }
  for (const [name, part, limit] of [
    ['p50', 0.5, '1.15 ×'],
    ['p99', 0.99, '1.5 ×'],
  ] as const) {
    line(`the two calls to the platform, ${name}`, inMs(percentile(direct, part)));
    line(`POST /chat/sessions, ${name}`, inMs(percentile(relayed, part)));
    line(
      '  ratio',
      `${(percentile(relayed, part) / percentile(direct, part)).toFixed(2)} ×`,
      `limit ${limit}`,
    );
  }
  relay.close();
  platform.close();
}
