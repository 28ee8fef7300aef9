import { createHash } from 'node:crypto';
import { newAdminKey } from '../../src/relay/config/admin-key.ts';
import { line } from './page.ts';
import { startPlatform, startRelay } from './relay.ts';

const KEY = newAdminKey();
const CONVERSATIONS = 5_000;

const inMB = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function read(relay: string, limit: number): Promise<number> {
  const answer = await fetch(`${relay}/admin/v1/conversations?limit=${limit}`, {
    headers: { Authorization: `Bearer ${KEY}` },
  });
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.length;
  return bytes;
}

/** Measures the relay's peak memory while it passes on many conversations. */
export async function pages(): Promise<void> {
  console.log(`\nConversations through the relay, ${CONVERSATIONS} of 50 turns in one answer`);
  const platform = await startPlatform();
  const relay = await startRelay(platform.url, {
    FOYER_PLATFORM_URL: platform.url,
    FOYER_PLATFORM_API_KEY: 'bench',
    FOYER_ACCOUNT_ID: 'bench',
    FOYER_PROJECT_ID: 'bench',
    FOYER_ADMIN_KEYS: `bench:read:${createHash('sha256').update(KEY).digest('hex')}`,
  });
  // Warm up: code and caches that load once do not count.
  for (let index = 0; index < 20; index++) await read(relay.url, 50);
  const before = await relay.askMemory();
  const startedAt = performance.now();
  const bytes = await read(relay.url, CONVERSATIONS);
  const took = performance.now() - startedAt;
  const after = await relay.askMemory();
  line('response', inMB(bytes));
  line('  throughput', `${inMB((bytes / took) * 1_000)}/s`);
  line(
    'peak growth of the resident memory',
    inMB(after.peak - Math.max(before.peak, before.rss)),
    'limit 20 MB',
  );
  relay.close();
  platform.close();
}
