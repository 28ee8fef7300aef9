import { describe, expect, it } from 'vitest';
import type { NoticeKind } from '../../src/chat/model/model.ts';
import { english } from '../../src/widget/locales/translations/strings.ts';
import { sources } from './sources.ts';

/** Complete: the compiler refuses a missing and an unknown kind. */
const KINDS: Record<NoticeKind, true> = {
  handoff_started: true,
  queue_status: true,
  live_agent_joined: true,
  live_agent_left: true,
  agent_left: true,
  handoff_failed: true,
  handoff_timeout: true,
  client_handoff_required: true,
  agent_unavailable: true,
  slow_reply: true,
  idle_warning: true,
  conversation_ended: true,
  session_expired: true,
  too_many_windows: true,
  system: true,
};

const textOf = (path: string): string => sources().find((source) => source.path === path)?.text ?? '';
const wordsOf = (text = ''): readonly string[] => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

/** The rows of the table of notices: kind, fields, strings, occasion. */
const rows = textOf('docs/client.md')
  .replace(/^.*?\n### Notices\n(.*?)\n## .*/s, '$1')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .slice(1)
  .map((line) => line.split(' | '));

describe('the kinds of notices', () => {
  it('the kinds of notices are all in the table of the headless client', () => {
    expect(rows.map(([kind]) => wordsOf(kind)[0])).toEqual(Object.keys(KINDS));
  });

  it('the table of notices names strings that exist', () => {
    const strings = english;
    const named = rows.flatMap(([, , names]) => wordsOf(names));
    expect(named.length).toBeGreaterThan(Object.keys(KINDS).length);
    expect(named.filter((name) => !Object.hasOwn(strings, name))).toEqual([]);
  });

  it('the kinds of notices are the values of `data-kind` in the contract', () => {
    const line = textOf('docs/contract.md')
      .match(/^\| notices .*$/m)?.[0]
      .replace('data-kind', '');
    expect(wordsOf(line)).toEqual(Object.keys(KINDS));
  });
});
