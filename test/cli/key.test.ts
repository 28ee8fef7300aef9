import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { isAdminKey } from '../../src/relay/config/admin-key.ts';
import { adminKeys } from '../../src/relay/config/values.ts';

async function printed(...args: string[]) {
  const lines: string[] = [];
  const status = await run(['key', ...args], {
    print: (line) => lines.push(line),
    printError: (line) => lines.push(line),
    env: {},
    files: { read: () => undefined },
    untilStopped: async () => {},
  });
  const [, key = ''] = /^Key +(\S+)$/m.exec(lines.join('\n')) ?? [];
  const [, entry = ''] = /FOYER_ADMIN_KEYS=(\S+)$/m.exec(lines.join('\n')) ?? [];
  return { status, lines, key, entry };
}

describe('foyer-relay key', () => {
  it('S-110: prints a new key with its hash and the entry of the configuration', async () => {
    const [one, other] = [await printed('--name', 'desk', '--scopes', 'read+write'), await printed()];
    const hash = createHash('sha256').update(one.key).digest('hex');
    expect(one.lines.slice(0, 3)).toEqual([
      `Key    ${one.key}`,
      `Hash   ${hash}`,
      `Entry  FOYER_ADMIN_KEYS=desk:read+write:${hash}`,
    ]);
    expect(one.key).toMatch(/^foyer_[\w-]{43}[\da-f]{6}$/);
    expect(adminKeys.schema.parse(one.entry)).toEqual([
      { name: 'desk', scopes: ['read', 'write'], hash, bindings: undefined },
    ]);
    expect([one.status, other.entry.split(':')[1], one.key === other.key]).toEqual([0, 'read', false]);
  });

  it('S-110: makes keys whose checksum finds every typing error', async () => {
    const { key } = await printed();
    const typos = [...key].flatMap((character, at) =>
      at < 6 ? [] : [`${key.slice(0, at)}${character === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`],
    );
    expect(isAdminKey(key)).toBe(true);
    expect(typos.filter(isAdminKey)).toEqual([]);
  });

  it('S-82: prints the last day of a key in its entry', async () => {
    const { entry } = await printed('--until', '2097-02-28');
    expect(adminKeys.schema.parse(entry)[0]?.expiresAt).toBe(Date.parse('2097-03-01T00:00:00Z'));
  });

  it.each([
    ['--until', '2027-02-30'],
    ['--until', 'tomorrow'],
    ['--until', '2026-01-31'],
    ['--name', 'two words'],
    ['--scopes', 'read+admin'],
    ['--scopes', ''],
  ])('refuses %s %j', async (option, value) => {
    expect((await printed(option, value)).status).toBe(2);
  });
});
