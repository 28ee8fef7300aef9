import { createDirectly, post, SITE } from './calls.ts';
import { compare } from './print.ts';
import { startProcess, startRelay } from './processes.ts';

const PARALLEL = 200;
const ROUNDS = 6;
const EACH = 10;

/** Measures creations in ms, with a fixed number of them in parallel. */
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
  const platform = await startProcess('platform-process.ts');
  const relay = await startRelay(platform.ready.url);
  const directly = () => createDirectly(platform.ready.url);
  const throughRelay = () => post(`${relay.ready.url}/chat/sessions`, { Origin: SITE }, '{}');
  for (const create of [directly, throughRelay]) await times(create);
  const direct: number[] = [];
  const relayed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    direct.push(...(await times(directly)));
    relayed.push(...(await times(throughRelay)));
  }
  compare('POST /chat/sessions', relayed, direct, ['limit 1.15×', 'limit 1.5×']);
  relay.close();
  platform.close();
}
