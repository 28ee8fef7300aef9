import { describe, expect, it } from 'vitest';
import { makeKey } from '../../src/console/pages/audit/new-key.tsx';
import { isAdminKey } from '../../src/relay/config/admin-key.ts';
import { adminKeys } from '../../src/relay/config/values.ts';
import { hashOf } from '../relay/support/admin.ts';

describe('a key that the console makes', () => {
  it('makes a key that the relay takes, with the entry of its configuration', async () => {
    const { key, entry } = await makeKey('ada', ['read', 'pii'], '2027-01-31');
    expect(isAdminKey(key)).toBe(true);
    expect(isAdminKey(`${key.slice(0, 20)}x${key.slice(21)}`)).toBe(key[20] === 'x');
    expect(adminKeys.schema.safeParse(entry).data).toEqual([
      {
        name: 'ada',
        site: undefined,
        scopes: ['read', 'pii'],
        hash: hashOf(key),
        bindings: undefined,
        expiresAt: Date.parse('2027-02-01T00:00:00Z'),
      },
    ]);
  });

  it('makes another key each time', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => makeKey('ada', ['read'], undefined)));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
  });
});
