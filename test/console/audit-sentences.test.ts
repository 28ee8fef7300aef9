import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/console/pages/audit/audit-entry.ts';
import { foldSignIns, sentenceOf, wayOf } from '../../src/console/pages/audit/sentences.ts';
import { words } from '../../src/console/pages/audit/words.ts';
import { adminOperations } from '../../src/relay/admin/operations/admin-operations.ts';

const entry = (operation: string, target: AuditEntry['target'] = {}, who = 'ada'): AuditEntry => ({
  time: '2026-11-02T09:00:00Z',
  operation,
  who,
  door: 'key',
  client: '192.0.2.0/24',
  target,
  outcome: 200,
  requestId: 'r-1',
});

describe('a record of the audit', () => {
  it('a record of the audit is a sentence with its object', () => {
    expect([
      sentenceOf(entry('replaceBehavior', { branch_id: 'draft' })),
      sentenceOf(entry('placeOutboundCall', { number: '+**********12', agent_id: 'A' })),
      sentenceOf(entry('noteConversation', { conversation_id: 'a&b' })),
      sentenceOf(entry('somethingNewer', { account_id: 'A' })),
    ]).toEqual([
      {
        did: 'changed the behaviour of',
        subject: { text: 'draft', page: { path: '/console/behaviour', changes: { branch: 'draft' } } },
      },
      {
        did: 'placed a call to',
        subject: { text: '+**********12', page: { path: '/console/calls', changes: {} } },
      },
      {
        did: 'changed the note of',
        subject: { text: 'a&b', page: { path: '/console/conversations', changes: { open: 'a&b' } } },
      },
      { did: 'called somethingNewer', subject: undefined },
    ]);
  });

  it('a record names the way of a call that no key made alone', () => {
    const way = (more: Partial<AuditEntry>) => wayOf({ ...entry('getOverview'), ...more });
    expect([way({}), way({ door: 'proxy' }), way({ via: 'mcp' }), way({ door: 'oidc', via: 'mcp' })]).toEqual(
      [undefined, 'by the proxy', 'through an assistant', 'by OpenID Connect, through an assistant'],
    );
  });

  it('every change has a sentence', () => {
    const ports = { site: { name: '' }, config: { socket: 'direct' }, notifier: {} } as never;
    const changes = adminOperations({} as never, ports).filter(
      ({ method, scopes }) => method !== 'GET' && !(scopes as readonly string[]).includes('read'),
    );
    expect(changes.map(({ id }) => id).filter((id) => !Object.hasOwn(words.did, id))).toEqual([]);
  });

  it('a sign-in stands with the records of the same person that follow it', () => {
    const entries = [
      entry('signIn'),
      entry('signOut'),
      entry('signIn', {}, 'ben'),
      entry('noteConversation'),
      entry('signIn'),
    ];
    expect(foldSignIns(entries).map((it) => it.entries.length)).toEqual([2, 1, 1, 1]);
  });
});
