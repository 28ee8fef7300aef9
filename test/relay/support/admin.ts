import { createHash } from 'node:crypto';
import { noteSecrets } from '../../support/secrets.ts';
import type { CallOptions } from './bench.ts';

/** Admin keys for tests: one for each scope, one with all. They have the pattern of the bench's secrets. */
export const KEYS = {
  read: 'CNRY-admin-read-7f0a1b2c3d4e5f60718293a4b5c6d7e8',
  write: 'CNRY-admin-write-8e7d6c5b4a39281706f5e4d3c2b1a090',
  call: 'CNRY-admin-call-0123456789abcdef0123456789abcdef',
  all: 'CNRY-admin-all-fedcba9876543210fedcba9876543210',
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
