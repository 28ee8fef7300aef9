import { describe, expect, it } from 'vitest';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { ADMIN_ENV, as, hashOf, type KeyName } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

async function openBoth() {
  const host = await openHost();
  const bench = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
  const ask = (path: string, key: KeyName) => bench.call(`/admin/v1${path}`, as(key));
  return { ...bench, host, ask };
}

const listed = {
  id: 'c-1',
  from_number: '+49 30 1234567',
  to_number: null,
  handoff_destination: 'tel:+14155552671',
  handoff_reason: 'angry',
  state: { customer: { phone: '+49 30 1234567' } },
  turns: [{ user_input: 'Call me at 030 1234567', agent_response: '' }],
};
const detail = {
  conversationId: 'c-1',
  accountId: 'A',
  projectId: 'P',
  fromNumber: '+49301234567',
  toNumber: 'shop',
  handoffDestination: 'billing',
  turns: [],
};
const stored = { id: 'c-1', shared_id: 'crm-7', data: { name: 'Ada' } };

describe('S-119: a key without the scope pii', () => {
  it('S-119: lists of conversations hide states, and numbers but for two digits, without the scope pii', async () => {
    const { host, ask } = await openBoth();
    host.answer(answerJson(200, { conversations: [listed, listed], cursor: 'next' }));
    const seen = {
      ...listed,
      from_number: '+** ** *****67',
      handoff_destination: 'tel:+*********71',
      state: null,
    };
    const paths = ['?version=v3', '?version=v2', '?version=v1'].map((name) => `/conversations${name}`);
    for (const path of paths) {
      expect((await ask(path, 'read')).json).toEqual({ conversations: [seen, seen], cursor: 'next' });
      expect((await ask(path, 'all')).json).toEqual({ conversations: [listed, listed], cursor: 'next' });
    }
  });

  it('S-119: hides the same in the Data API, in lists and in one conversation', async () => {
    const { host, ask } = await openBoth();
    const seen = { ...detail, fromNumber: '+*********67' };
    host.answer(answerJson(200, { conversations: [detail], count: 1, limit: 50, offset: 0 }));
    expect((await ask('/conversations?source=data', 'read')).json).toMatchObject({ conversations: [seen] });
    host.answer(answerJson(200, detail));
    expect((await ask('/conversations/c-1', 'read')).json).toEqual(seen);
    expect((await ask('/conversations/c-1', 'all')).json).toEqual(detail);
  });

  it('S-119: hides the data of a handoff', async () => {
    const { host, ask } = await openBoth();
    host.answer(answerJson(200, stored));
    expect((await ask('/handoff-state?id=c-1', 'read')).json).toEqual({ ...stored, data: null });
    expect((await ask('/handoff-state?id=c-1', 'all')).json).toEqual(stored);
  });

  it.each(['', '?redacted=true', '?redacted=false&direction=user'])(
    'S-119: plays the redacted recording only (%j)',
    async (query) => {
      const { host, ask } = await openBoth();
      host.answer((response) => void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end('RIFF'));
      const [own, other] = [
        await ask(`/conversations/c-1/audio${query}`, 'read'),
        await ask(`/conversations/c-1/audio${query}`, 'all'),
      ];
      const redacted = host.asked.map(({ path }) => new URL(path, host.url).searchParams.get('redacted'));
      const asked = new URLSearchParams(query).get('redacted');
      expect([own.status, other.status, redacted]).toEqual([200, 200, ['true', asked]]);
    },
  );

  it('S-119: breaks the answer when the platform sends no JSON, and tells nothing unredacted', async () => {
    const { host, ask } = await openBoth();
    host.answer(
      (response) =>
        void response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(`{"conversations":[]}}}{"from_number":"+49301234567"`),
    );
    const answer = await ask('/conversations', 'read').catch((error: Error) => error.message);
    expect(JSON.stringify(answer)).not.toContain('1234567');
  });

  it('a key with the scope pii alone reads no conversations', async () => {
    const key = adminKeyNamed('pii');
    const { call } = await open({ env: { FOYER_ADMIN_KEYS: `pii:pii:${hashOf(key)}` } });
    const headers = { Authorization: `Bearer ${key}` };
    expect((await call('/admin/v1/conversations', { origin: null, headers })).status).toBe(403);
  });
});
