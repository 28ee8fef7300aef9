import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { onBase, onPlatform } from './rest-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-restart-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('data of the REST hosts survives a restart; deleted data stays deleted', async () => {
  const options = { clock: createFakeClock(), journal: join(folder, 'platform.db') };
  const before = await startEmulator(options);
  const agent = `/v1/agents/${before.projectId}`;
  const base = onBase(before);
  await base('PATCH', `${agent}/branches/draft/behavior`, { behavior: 'Be brief.' });
  await base('POST', `${agent}/branches/main/attributes`, { name: 'tone' });
  await base('POST', `${agent}/audio-cache/bulk-delete`, { ids: ['1', '2', '3', '4', '5'] });
  await base('POST', '/v1/webhook-endpoints', {
    name: 'x',
    url: 'https://example.com',
    event_types: ['alerts.resolved'],
    headers: { 'X-A': 'b' },
    enabled: false,
  });
  await base('POST', '/v1/alert-rules', {
    name: 'x',
    metric: 'api_errors',
    operator: '>',
    threshold_value: 3,
    window_duration: '60m',
    enabled: false,
  });
  before.putHandoffState({ id: 'c-1', sharedId: 's-1', data: { a: 1 } });

  const paths = [
    `${agent}/branches/draft/behavior`,
    `${agent}/branches/main/attributes`,
    `${agent}/audio-cache`,
    '/v1/webhook-endpoints',
    '/v1/alert-rules',
  ];
  const state = `/v1/${before.accountId}/${before.projectId}/handoff_state?shared_id=s-1`;
  // The keys of the first start stay valid.
  const readAll = async (emulator: typeof before) => [
    ...(await Promise.all(paths.map((path) => onBase(emulator, before.baseKey)('GET', path)))),
    await onPlatform(emulator, before.platformKey)('GET', state),
  ];
  const first = await readAll(before);
  expect(first.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(first[2]?.body).toEqual({ entries: [], totalCount: 0 });
  await before.close();

  const after = await startEmulator(options);
  expect(await readAll(after)).toEqual(first);
  expect(after.outboundToken).toBe(before.outboundToken);
  await after.close();
});

it('a failed start because of a used port releases the other ports', async () => {
  const first = await startEmulator();
  const portOf = (url: string) => Number(new URL(url).port);
  const taken = { basePort: portOf(first.baseUrl), platformPort: portOf(first.platformUrl) };
  await expect(startEmulator({ platformPort: taken.platformPort })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  const port = portOf(first.messagingUrl);
  await first.close();
  await expect(startEmulator({ ...taken, port, basePort: port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  const again = await startEmulator({ ...taken, port });
  expect([again.messagingUrl, again.baseUrl, again.platformUrl]).toEqual([
    first.messagingUrl,
    first.baseUrl,
    first.platformUrl,
  ]);
  await again.close();
});
