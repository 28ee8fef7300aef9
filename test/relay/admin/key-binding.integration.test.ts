import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { useBench } from '../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const KEY = adminKeyNamed('bound');
const HASH = createHash('sha256').update(KEY).digest('hex');

/** A relay of ACCOUNT-1/PROJECT-1 with one key, bound as given. */
async function openBound(binding: string) {
  const host = await openHost();
  host.answer(answerJson(200, { behavior: 'x', data: [], conversations: [], attributes: [] }));
  const bench = await open({
    env: { ...restEnv(host), FOYER_ADMIN_KEYS: `tenant:read+write+call+pii:${HASH}${binding}` },
  });
  const ask = (path: string, method = 'GET', body?: unknown) =>
    bench.call(`/admin/v1${path}`, {
      method,
      origin: null,
      headers: { Authorization: `Bearer ${KEY}` },
      ...(body !== undefined && { body }),
    });
  /** False when the call was refused for the binding. */
  const may = async (path: string, method?: string, body?: unknown) =>
    (await ask(path, method, body)).status !== 403;
  return { host, bench, ask, may };
}

const RULE = {
  name: 'Slow',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1,
  window_duration: '5m',
};

describe('an admin key that is bound to projects', () => {
  it('S-84: a bound key gets 403 for another project, and is told its own', async () => {
    const { host, ask, bench } = await openBound(':ACCOUNT-1/PROJECT-1+ACCOUNT-2/PROJECT-2');
    const answer = await ask('/conversations?project_id=PROJECT-2');
    expect([answer.status, answer.json]).toEqual([
      403,
      expect.objectContaining({
        code: 'forbidden',
        title: 'The admin key is bound to other sites or projects',
        detail:
          'The key may be used for ACCOUNT-1/PROJECT-1, ACCOUNT-2/PROJECT-2; this call is about ACCOUNT-1/PROJECT-2.',
      }),
    ]);
    expect(host.asked).toEqual([]);
    expect(bench.records().find((record) => record['msg'] === 'request')).toMatchObject({
      who: 'tenant',
      failed: 'outside-binding',
    });
  });

  it.each([
    ['/conversations', true],
    ['/conversations?account_id=ACCOUNT-2&project_id=PROJECT-2', true],
    ['/conversations?account_id=ACCOUNT-2', false],
    ['/conversations?account_id=ACCOUNT-3&project_id=PROJECT-1', false],
    ['/conversations?source=data', true],
    ['/conversations?source=data&agent_id=PROJECT-9', false],
    ['/conversations?version=v1&project_id=project-1', false],
    [
      '/concurrency?start_time=2026-11-01T00:00:00Z&end_time=2026-11-08T00:00:00Z&slice_by=variant&project_id=PROJECT-9',
      false,
    ],
    ['/handoff-state?id=c-1&account_id=ACCOUNT-9', false],
    ['/behavior', true],
    ['/behavior?agent_id=PROJECT-1&branch_id=next', true],
    ['/behavior?agent_id=PROJECT-2', false],
    ['/behavior/versions', true],
    ['/behavior/versions?agent_id=PROJECT-2', false],
    ['/branches?agent_id=PROJECT-2', false],
    ['/conversations/c-1?agent_id=PROJECT-9', false],
    ['/conversations/c-1/audio?agent_id=PROJECT-9', false],
    ['/attributes?agent_id=PROJECT-9', false],
    ['/outbound-calls/OUT-1', true],
    ['/outbound-calls', true],
    ['/outbound-calls?agent_id=PROJECT-9', false],
    ['/alerts', false],
    ['/alerts?project_id=PROJECT-1', true],
    ['/alerts?project_id=PROJECT-9', false],
    ['/alert-rules/ar_1', false],
    ['/webhook-endpoints', false],
    ['/events', false],
  ])('S-84: a bound key may read %s: %s', async (path, outcome) => {
    const { may } = await openBound(':ACCOUNT-1/PROJECT-1+ACCOUNT-2/PROJECT-2');
    expect(await may(path)).toBe(outcome);
  });

  it('S-84: a bound key changes alert rules of its project only', async () => {
    const { may } = await openBound(':ACCOUNT-1/PROJECT-1');
    expect([
      await may('/alert-rules', 'POST', { ...RULE, project_id: 'PROJECT-1' }),
      await may('/alert-rules', 'POST', { ...RULE, project_id: 'PROJECT-9' }),
      await may('/alert-rules', 'POST', RULE),
      await may('/alert-rules/ar_1', 'PATCH', { project_id: 'PROJECT-1' }),
      await may('/alert-rules/ar_1', 'DELETE'),
    ]).toEqual([true, false, false, false, false]);
  });

  it('a bound key may check behaviour text, because that concerns no project', async () => {
    const { may } = await openBound(':ACCOUNT-9/PROJECT-9');
    expect([await may('/behavior/lint', 'POST', { behavior: 'x' }), await may('/behavior')]).toEqual([
      true,
      false,
    ]);
  });

  it('a key that is bound to an account may use all of it, and nothing of another', async () => {
    const { may } = await openBound(':ACCOUNT-1');
    expect([
      await may('/conversations?project_id=PROJECT-9'),
      await may('/behavior?agent_id=PROJECT-9'),
      await may('/webhook-endpoints'),
      await may('/alert-rules', 'POST', RULE),
      await may('/conversations?account_id=ACCOUNT-2'),
    ]).toEqual([true, true, true, true, false]);
  });

  it('a key that is not bound may use everything', async () => {
    const { may } = await openBound('');
    expect([await may('/conversations?account_id=ACCOUNT-9'), await may('/webhook-endpoints')]).toEqual([
      true,
      true,
    ]);
  });
});
