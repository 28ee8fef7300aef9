import { createHash } from 'node:crypto';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { noteSecrets } from '../../support/secrets.ts';
import type { CallOptions } from './bench.ts';

/** Admin keys for tests: one for each scope, one with all. They have the pattern of the bench's secrets. */
export const KEYS = {
  read: adminKeyNamed('read'),
  write: adminKeyNamed('write'),
  call: adminKeyNamed('call'),
  all: adminKeyNamed('all'),
} as const;
export type KeyName = keyof typeof KEYS;
noteSecrets(...Object.values(KEYS));

export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

export const ADMIN_ENV = {
  FOYER_ADMIN_KEYS: Object.entries(KEYS)
    .map(([name, key]) => `${name}:${name === 'all' ? 'read+write+call+pii' : name}:${hashOf(key)}`)
    .join(','),
};

export const bearer = (name: KeyName) => ({ Authorization: `Bearer ${KEYS[name]}` });

/** Options of an operator's call: with an admin key and without an origin. */
export const as = (name: KeyName, options: CallOptions = {}): CallOptions => ({
  origin: null,
  ...options,
  headers: { ...bearer(name), ...options.headers },
});
