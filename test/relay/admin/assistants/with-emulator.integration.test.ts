import { afterEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { startRelay } from '../../../../src/relay/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bearer } from '../../support/admin.ts';
import { type Assistant, useAssistant } from '../../support/assistant.ts';
import { configFor } from '../../support/emulator-config.ts';
import { startRoundRobin } from '../../support/round-robin.ts';

const connect = useAssistant();
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const NOW = Date.UTC(2026, 10, 12, 9, 2);
const HOUR_MS = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();
const LAST_DAY = { from: iso(NOW - 24 * HOUR_MS), to: iso(NOW) };
const RULE = {
  name: 'Any turn',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1,
  window_duration: '60m',
};

async function startPlatform(): Promise<Emulator> {
  const emulator = await startEmulator({
    clock: createFakeClock(NOW),
    conversations: { count: 120, from: NOW - 48 * HOUR_MS, to: NOW - 600_000 },
  });
  closings.push(emulator.close);
  return emulator;
}

async function startAt(emulator: Emulator) {
  const clock = createFakeClock(NOW);
  let running = 0;
  const relay = await startRelay(configFor(emulator), {
    clock,
    lookup: async () => ['8.8.8.8'],
    async fetch(input, init) {
      running += 1;
      try {
        return await fetch(input, init);
      } finally {
        running -= 1;
      }
    },
  });
  closings.push(relay.close);
  const send = async (line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await fetch(`${relay.url}/admin/v1${path}`, {
      method,
      headers: { ...bearer('all'), 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of all operations.
    return (await answer.json()) as any;
  };
  return {
    url: relay.url,
    send,
    /** Lets time pass, but not while the platform is answering, until the figures of two days are known. */
    async count(): Promise<void> {
      while (!((await send('GET /overview')).known_since < iso(NOW - 48 * HOUR_MS)))
        for (let turn = 0; turn < 100; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          if (running === 0) clock.advance(200);
        }
    },
  };
}

/** Creates what operations ask for. Returns a function that names the arguments of a tool. */
async function knownArguments({ send }: Awaited<ReturnType<typeof startAt>>, emulator: Emulator) {
  const rule = await send('POST /alert-rules', RULE);
  const hook = await send('POST /webhook-endpoints', {
    name: 'Desk',
    url: 'https://desk.example.com/hook',
    event_types: ['alerts.triggered'],
  });
  const call = await send('POST /outbound-calls', { to_number: '+441632960961' });
  const { conversations } = await send('GET /conversations?limit=1');
  const id: string = conversations[0].id;
  emulator.putHandoffState({ id, data: { name: 'CANARY-Ada' } });
  const known: Record<string, unknown> = {
    conversation_id: id,
    rule_id: rule.id,
    endpoint_id: hook.id,
    call_sid: call.call_sid,
    metric: RULE.metric,
    window_duration: RULE.window_duration,
    start_time: LAST_DAY.from,
    end_time: LAST_DAY.to,
    id,
  };
  return (name: string, required: readonly string[] = []) =>
    Object.fromEntries(
      [...required, ...(name === 'getHandoffState' ? ['id'] : [])].map((field) => [field, known[field]]),
    );
}

/** The texts of all tools that the client lists. */
async function callAll({ client, ask }: Assistant, argumentsOf: Awaited<ReturnType<typeof knownArguments>>) {
  const { tools } = await client.listTools();
  const answers: [name: string, answer: { text: string; isError: boolean }][] = [];
  for (const { name, inputSchema } of tools)
    answers.push([name, await ask(name, argumentsOf(name, inputSchema.required))]);
  return answers;
}

describe('an assistant at a relay with the embedded platform', () => {
  it('calls every tool that it lists', async () => {
    const emulator = await startPlatform();
    const relay = await startAt(emulator);
    const argumentsOf = await knownArguments(relay, emulator);
    const answers = await callAll(await connect(relay.url, bearer('all')), argumentsOf);
    expect([answers.length, answers.filter(([, { isError }]) => isError)]).toEqual([28, []]);
    const sizes = answers.map(([, { text }]) => new TextEncoder().encode(text).byteLength);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000);
  });

  it('S-119: reads personal data only with the scope pii', async () => {
    const emulator = await startPlatform();
    const relay = await startAt(emulator);
    const argumentsOf = await knownArguments(relay, emulator);
    const { conversations } = await relay.send('GET /conversations?limit=20');
    const canaries = new Set<string>([
      'CANARY-Ada',
      ...conversations.flatMap(({ from_number }: { from_number: string | null }) => from_number || []),
    ]);
    const seenBy = async (key: 'read' | 'all') => {
      const answers = await callAll(await connect(relay.url, bearer(key)), argumentsOf);
      const text = answers.map(([, answer]) => answer.text).join('\n');
      return [...canaries].filter((canary) => text.includes(canary));
    };
    expect(canaries.size).toBeGreaterThan(3);
    expect([await seenBy('read'), await seenBy('all')]).toEqual([[], [...canaries]]);
  });

  it.each(['2026-07-28', '2025'] as const)(
    'two relays answer %s in turn, and share nothing',
    async (revision) => {
      const emulator = await startPlatform();
      const relays = [(await startAt(emulator)).url, (await startAt(emulator)).url];
      const balancer = await startRoundRobin(relays);
      closings.push(balancer.close);
      const { client, read } = await connect(balancer.url, bearer('read'), revision);
      const pages: unknown[] = [];
      for (let nth = 0; nth < 4; nth += 1) pages.push(await read('listConversations', { limit: 2 }));
      await client.getPrompt({ name: 'morning_check' });
      expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
      expect(relays.map((relay) => (balancer.given.get(relay) ?? 0) > 1)).toEqual([true, true]);
    },
  );

  it('does the morning check: the prompt names the tools, and they answer what it asks for', async () => {
    const emulator = await startPlatform();
    const relay = await startAt(emulator);
    await relay.send('POST /alert-rules', RULE);
    emulator.evaluateAlerts({ from: NOW - HOUR_MS, to: NOW - 1 });
    await relay.count();
    const { client, read } = await connect(relay.url, bearer('read'));
    const { messages } = await client.getPrompt({ name: 'morning_check' });
    const [{ content } = {}] = messages;
    const text = content?.type === 'text' ? content.text : '';
    const named = [...new Set([...text.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name]) => name))];
    expect([/from 2026-11-11T[\d:]+Z to 2026-11-12T[\d:]+Z/.test(text), named]).toEqual([
      true,
      ['getOverview', 'listActiveAlerts', 'listConversations', 'listMessages'],
    ]);
    const overview = (await read('getOverview', LAST_DAY)).answer;
    const alerts = (await read('listActiveAlerts')).answer;
    const range = { start_time: LAST_DAY.from, end_time: LAST_DAY.to };
    const handoffs = (await read('listConversations', { ...range, handoff: true })).answer;
    const messagesLeft = (await read('listMessages')).answer;
    expect(overview.totals.handoffs).toBeGreaterThan(0);
    expect([handoffs.total, handoffs.complete]).toEqual([overview.totals.handoffs, true]);
    expect(alerts.data.map(({ name }: { name: string }) => name)).toEqual(['Any turn']);
    expect(messagesLeft).toEqual({ is_on: false, messages: [], cursor: null });
    const { answer } = await read('getConversation', { conversation_id: handoffs.conversations[0].id });
    expect(answer.turns.length).toBeGreaterThan(0);
  });

  it('each prompt names only tools that are there, and the one about a conversation needs its id', async () => {
    const { url } = await startAt(await startPlatform());
    const { client } = await connect(url, bearer('read'));
    const { prompts } = await client.listPrompts();
    const { tools } = await client.listTools();
    const names = new Set(tools.map(({ name }) => name));
    expect(prompts.map(({ name }) => name)).toEqual([
      'morning_check',
      'why_handoffs_rose',
      'what_went_wrong',
    ]);
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: { conversation_id: 'CA1' } });
      const named = [...JSON.stringify(messages).matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(
        ([, tool]) => tool ?? '',
      );
      expect(named.filter((tool) => !names.has(tool))).toEqual([]);
    }
    await expect(
      client.getPrompt({ name: 'what_went_wrong', arguments: { conversation_id: 'a b' } }),
    ).rejects.toThrow('must be the id of a conversation');
  });
});
