import { line } from './page.mjs';
import { at, SITE, startPlatform, startRelay } from './relay.mjs';

const AT_ONCE = 200;
const ROUNDS = 6;
const EACH = 10;

const inMs = (value) => `${value.toFixed(1)} ms`;

async function post(url, headers, body) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

/** The two calls that a session takes, as a program makes them that has the platform's token itself. */
async function straight(platform) {
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

const throughRelay = (relay) => post(`${relay}/chat/sessions`, { Origin: SITE }, '{}');

/** How long each takes with so many at once, each beginning anew as soon as it is done. */
async function times(create) {
  const all = [];
  const one = async () => {
    for (let nth = 0; nth < EACH; nth++) {
      const startedAt = performance.now();
      await create();
      all.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return all;
}

/** What the relay adds to the creation of a session. */
export async function sessions() {
  console.log(`\nSessions, ${AT_ONCE} at once, before a platform that takes 100 ms a call`);
  const platform = await startPlatform();
  const relay = await startRelay(platform.url);
  const ways = [
    { name: 'the two calls to the platform', create: () => straight(platform.url), all: [] },
    { name: 'POST /chat/sessions', create: () => throughRelay(relay.url), all: [] },
  ];
  for (const { create } of ways) await times(create);
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ways) way.all.push(...(await times(way.create)));
  const [direct, relayed] = ways.map(({ all }) => all.toSorted((a, b) => a - b));
  for (const [name, part, limit] of [
    ['p50', 0.5, '1.15 ×'],
    ['p99', 0.99, '1.5 ×'],
  ]) {
    line(`${ways[0].name}, ${name}`, inMs(at(direct, part)));
    line(`${ways[1].name}, ${name}`, inMs(at(relayed, part)));
    line('  the ratio', `${(at(relayed, part) / at(direct, part)).toFixed(2)} ×`, `limit ${limit}`);
  }
  relay.close();
  platform.close();
}
