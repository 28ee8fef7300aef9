import { afterEach, describe, expect, it } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import { type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { bearer } from '../support/admin.ts';
import { configFor } from '../support/emulator-config.ts';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A relay with the embedded platform; `ask` calls its admin interface with a key that has all scopes. */
async function open(
  options: EmulatorOptions = {},
  env: (emulator: Emulator) => Readonly<Record<string, string>> = () => ({}),
) {
  const emulator = await startEmulator({ clock: createFakeClock(), ...options });
  closings.push(emulator.close);
  const config = configFor(emulator, env(emulator));
  const relay: RunningRelay = await startRelay(config, { lookup: async () => ['8.8.8.8'] });
  closings.push(relay.close);
  const url = `${relay.url}/admin/v1`;
  const ask = async (line: string, body?: unknown): Promise<readonly [number, unknown]> => {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: { ...bearer('all'), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return [response.status, text === '' ? null : JSON.parse(text)];
  };
  return Object.assign(ask, { url });
}

/** The fields of a problem that do not change from call to call. */
const problem = (status: number, code: string, more: object = {}) => [
  status,
  expect.objectContaining({ status, code, ...more }),
];
const RULE = {
  name: 'Slow',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1_500,
  window_duration: '5m',
};
const HOOK = { name: 'Desk', url: 'https://desk.example.com/hook', event_types: ['alerts.triggered'] };

describe('the admin interface with the embedded platform', () => {
  it('reads and replaces the behaviour of a branch', async () => {
    const ask = await open();
    const text = 'Be kind.<channel:voice> Speak slowly.</channel>';
    const replaced = await ask('PATCH /behavior', { behavior: text });
    expect([replaced, await ask('GET /behavior')]).toEqual([
      [200, { behavior: text }],
      [200, { behavior: text }],
    ]);
    expect(await ask('PATCH /behavior?branch_id=main', { behavior: text })).toEqual(
      problem(422, 'UNPROCESSABLE_ENTITY', { detail: 'Cannot directly update main branch' }),
    );
    expect(await ask('GET /behavior?agent_id=nobody')).toEqual(problem(404, 'NOT_FOUND'));
  });

  it('creates ten alert rules and refuses an eleventh', async () => {
    const ask = await open();
    const made: string[] = [];
    for (let count = 0; count < 10; count++) {
      const [status, rule] = await ask('POST /alert-rules', { ...RULE, name: `Slow ${count}` });
      expect(status).toBe(201);
      made.push((rule as { id: string }).id);
    }
    expect(await ask('POST /alert-rules', RULE)).toEqual(
      problem(409, 'CONFLICT', { upstream: { status: 409, error_id: expect.any(String) } }),
    );
    expect(await ask(`PATCH /alert-rules/${made[0]}`, { enabled: false })).toEqual([
      200,
      expect.objectContaining({ id: made[0], enabled: false, threshold_value: 1_500 }),
    ]);
    expect(await ask(`DELETE /alert-rules/${made[1]}`)).toEqual([204, null]);
    expect(await ask(`GET /alert-rules/${made[1]}`)).toEqual(problem(404, 'NOT_FOUND'));
    const [, listed] = await ask('GET /alert-rules?enabled=true');
    expect((listed as { data: { id: string }[] }).data.map(({ id }) => id).sort()).toEqual(
      made.slice(2).sort(),
    );
    expect(await ask('GET /alerts')).toEqual([200, { data: [] }]);
  });

  it('returns the secret of a webhook endpoint only when it is created and when it is rotated', async () => {
    const ask = await open();
    const [status, made] = await ask('POST /webhook-endpoints', HOOK);
    const { id, signing_secret: first } = made as { id: string; signing_secret: string };
    const [, shown] = await ask(`GET /webhook-endpoints/${id}`);
    const [, rotated] = await ask(`POST /webhook-endpoints/${id}/rotate-secret`);
    const { signing_secret: second } = rotated as { signing_secret: string };
    expect([status, Object.keys(shown as object).includes('signing_secret')]).toEqual([201, false]);
    expect([first.length > 20, second.length > 20, first === second]).toEqual([true, true, false]);
  });

  it.each(['http://desk.example.com/', 'https://127.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/'])(
    'S-62: refuses a webhook endpoint at %s',
    async (url) => {
      const ask = await open();
      const [status] = await ask('POST /webhook-endpoints', { ...HOOK, url });
      expect([400, 422]).toContain(status);
      expect(await ask('GET /webhook-endpoints')).toEqual([200, { data: [] }]);
    },
  );

  it('renames and deletes an attribute', async () => {
    const ask = await open();
    const [, made] = await ask('POST /attributes', { name: 'Tone' });
    const { id } = made as { id: string };
    expect(await ask(`PATCH /attributes/${id}`, { name: 'Voice' })).toEqual([200, { id, name: 'Voice' }]);
    const [status] = await ask(`DELETE /attributes/${id}`);
    expect([status, await ask(`PATCH /attributes/${id}`, { name: 'x' })]).toEqual([
      200,
      problem(404, 'NOT_FOUND'),
    ]);
  });

  it('reports for each entry of the audio cache if it was deleted', async () => {
    const ask = await open();
    const [, page] = await ask('GET /audio-cache');
    const id = (page as { entries: { id: string }[] }).entries[0]?.id ?? '';
    expect(await ask('POST /audio-cache/bulk-delete', { ids: [id, 'nothing'] })).toEqual([
      200,
      { deleted: [id], failed: ['nothing'] },
    ]);
  });

  it('places a call and returns its status', async () => {
    const ask = await open();
    const [status, placed] = await ask('POST /outbound-calls', { to_number: '+14155552671' });
    const { call_sid } = placed as { call_sid: string };
    expect([status, await ask(`GET /outbound-calls/${call_sid}`)]).toEqual([
      200,
      [200, expect.objectContaining({ status: 'queued' })],
    ]);
    expect(await ask('GET /outbound-calls/OUT-00000000-0000-4000-8000-000000000000')).toEqual(
      problem(404, 'NOT_FOUND'),
    );
  });

  it('places a call by the agents host, and both hosts know it', async () => {
    const ask = await open();
    const [status, placed] = await ask('POST /outbound-calls?host=agents', { to_number: '+14155552671' });
    const { call_sid } = placed as { call_sid: string };
    expect([
      status,
      await ask(`GET /outbound-calls/${call_sid}?host=agents`),
      await ask(`GET /outbound-calls/${call_sid}`),
      await ask(`GET /outbound-calls/${call_sid}?host=agents&environment=sandbox`),
    ]).toEqual([
      200,
      [200, { call_sid, status: 'queued', reason: '' }],
      [200, { status: 'queued', reason: '' }],
      problem(400, 'VALIDATION_ERROR', { detail: 'environment must be that of the call' }),
    ]);
  });

  it('S-86: lists more than a thousand conversations as one page, each of them once', async () => {
    const ask = await open({ conversations: { seed: 7, count: 2_300 } });
    const [status, page] = await ask('GET /conversations?limit=5000&client_env=live');
    const { conversations, cursor } = page as { conversations: { id: string }[]; cursor: unknown };
    const [, counted] = await ask('GET /conversations?source=data&limit=1');
    expect([status, cursor, new Set(conversations.map(({ id }) => id)).size]).toEqual([
      200,
      null,
      conversations.length,
    ]);
    expect(conversations.length).toBeGreaterThan(1_000);
    expect((counted as { count: number }).count).toBeGreaterThanOrEqual(conversations.length);
  });

  it.each(['v3', 'v2', 'v1'])('returns the same conversations in %s, page by page', async (version) => {
    const ask = await open({ conversations: { seed: 7, count: 60 } });
    const seen: string[] = [];
    for (let next: string | undefined = 'offset=0'; next !== undefined; ) {
      const [, page] = await ask(`GET /conversations?version=${version}&limit=7&${next}`);
      const { conversations, next_offset, cursor } = page as {
        conversations: { id: string }[];
        next_offset?: number;
        cursor?: string | null;
      };
      seen.push(...conversations.map(({ id }) => id));
      if (version === 'v3') next = cursor ? `cursor=${encodeURIComponent(cursor)}` : undefined;
      else next = next_offset === undefined ? undefined : `offset=${next_offset}`;
    }
    const [, all] = await ask('GET /conversations?limit=1000');
    const ids = (all as { conversations: { id: string }[] }).conversations.map(({ id }) => id);
    expect([seen.length > 20, seen]).toEqual([true, ids]);
  });

  it('returns a conversation in list and detail, with recording, note and annotation', async () => {
    const ask = await open({ conversations: { seed: 7, count: 20 } });
    const [, page] = await ask('GET /conversations?limit=20&channel=VOICE-SIP');
    const { id } = (page as { conversations: { id: string }[] }).conversations[0] ?? { id: '' };
    const [, detail] = await ask(`GET /conversations/${id}`);
    expect(detail).toMatchObject({ conversationId: id });
    expect(await ask(`POST /conversations/${id}/note`, { note: 'Call back.' })).toEqual([
      201,
      { success: true },
    ]);
    const annotations = [{ turnId: 0, role: 'agent', annotationType: 'wrong_info' }];
    const [annotated] = await ask(`POST /conversations/${id}/annotations`, { annotations });
    expect([annotated, ((await ask(`GET /conversations/${id}`))[1] as { note: string }).note]).toEqual([
      201,
      'Call back.',
    ]);
    expect(await ask(`GET /conversations/${id}/annotations`)).toEqual([
      200,
      { placed: [{ time: expect.stringMatching(/Z$/), who: expect.any(String), annotations }] },
    ]);
    expect(await ask('GET /conversations/another/annotations')).toEqual([200, { placed: [] }]);
    const recording = await fetch(`${ask.url}/conversations/${id}/audio?direction=agent`, {
      headers: { ...bearer('read'), Range: 'bytes=0-3' },
    });
    expect([recording.status, recording.headers.get('content-type'), await recording.text()]).toEqual([
      206,
      'audio/wav',
      'RIFF',
    ]);
    expect(await ask('GET /conversations/none')).toEqual(problem(404, 'CONVERSATIONS_NOT_FOUND'));
  });

  it('returns the concurrency, and an error for what the platform does not offer', async () => {
    const ask = await open({ conversations: { seed: 7, count: 200 } });
    const week = 'start_time=2026-10-26T09:00:00Z&end_time=2026-11-02T09:00:00Z';
    const [status, answer] = await ask(`GET /concurrency?${week}`);
    const { intervals } = answer as { intervals: { max_concurrent_conversations: number }[] };
    expect([status, intervals.length]).toEqual([200, (7 * 24 * 60) / 5]);
    expect(Math.max(...intervals.map((interval) => interval.max_concurrent_conversations))).toBeGreaterThan(
      0,
    );
    expect(await ask(`GET /concurrency?${week}&slice_by=language`)).toEqual(problem(501, 'NOT_IMPLEMENTED'));
  });

  it('offers a debug chat with the agent', async () => {
    const ask = await open({ pace: { wordMs: 0, thinkingMs: 0 } });
    const [started, first] = await ask('POST /debug-chat', { clientEnv: 'sandbox' });
    const { conversationId } = first as { conversationId: string };
    const [answered, turn] = await ask(`POST /debug-chat/${conversationId}`, {
      clientEnv: 'sandbox',
      message: 'What are your opening hours?',
    });
    expect([started, answered, turn]).toEqual([
      201,
      200,
      expect.objectContaining({ conversationId, userInput: 'What are your opening hours?' }),
    ]);
    const { response } = turn as { response: string };
    const [, detail] = await ask(`GET /conversations/${conversationId}`);
    expect(JSON.stringify(detail)).toContain(JSON.stringify(response).slice(1, -1));
  });

  it('explains why a key of another region is refused', async () => {
    const key = 'a-key-of-the-uk-studio-0123456789';
    const ask = await open({ keys: [{ key, family: 'base', region: 'uk' }] }, () => ({
      FOYER_BASE_API_KEY: key,
    }));
    expect(await ask('GET /alerts')).toEqual(
      problem(502, 'UNAUTHORIZED', {
        title: 'The platform does not accept the key',
        detail: expect.stringContaining('of another region'),
      }),
    );
  });
});
