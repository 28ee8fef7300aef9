import { line } from './page.mjs';
import { percentile, SITE, startPlatform, startRelay } from './relay.mjs';

const PARALLEL = 200;
const ROUNDS = 6;
const EACH = 10;

const inMs = (value) => `${value.toFixed(1)} ms`;

async function post(url, headers, body) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

/** Creates a session with two calls to the platform, without the relay. */
async function createDirectly(platform) {
  const { access_token } = await post(
    `${platform}/api/v1/access-token`,
    { 'X-Token': 'bench', 'X-Host': '127.0.0.1' },
    '{}',
  );
  await post(
    `${platform}/api/v1/sessions`,
    { Authorization: `Bearer ${access_token}` },
    '{"streaming_enabled":true,"platform":"web"}',
  );
}

const createThroughRelay = (relay) => post(`${relay}/chat/sessions`, { Origin: SITE }, '{}');

/** Measures creations, with a fixed number of them in parallel. */
async function times(create) {
  const all = [];
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
export async function sessions() {
  console.log(`\nSessions, ${PARALLEL} in parallel, in front of a platform that takes 100 ms per call`);
  const platform = await startPlatform();
  const relay = await startRelay(platform.url);
  const routes = [
    { name: 'the two calls to the platform', create: () => createDirectly(platform.url), all: [] },
    { name: 'POST /chat/sessions', create: () => createThroughRelay(relay.url), all: [] },
  ];
  for (const { create } of routes) await times(create);
  for (let round = 0; round < ROUNDS; round++)
    for (const route of routes) route.all.push(...(await times(route.create)));
  const [direct, relayed] = routes.map(({ all }) => all.toSorted((a, b) => a - b));
  for (const [name, part, limit] of [
    ['p50', 0.5, '1.15 ×'],
    ['p99', 0.99, '1.5 ×'],
  ]) {
    line(`${routes[0].name}, ${name}`, inMs(percentile(direct, part)));
    line(`${routes[1].name}, ${name}`, inMs(percentile(relayed, part)));
    line(
      '  ratio',
      `${(percentile(relayed, part) / percentile(direct, part)).toFixed(2)} ×`,
      `limit ${limit}`,
    );
  }
  relay.close();
  platform.close();
}
