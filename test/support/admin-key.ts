import { adminKeyOf } from '../../src/relay/config/admin-key.ts';

const RANDOM_LENGTH = 43;

/** An admin key for tests with a name in it, as `foyer-relay key` would make it. */
export const adminKeyNamed = (name: string): string =>
  adminKeyOf(`CNRY-${name}-`.slice(0, RANDOM_LENGTH).padEnd(RANDOM_LENGTH, '0a1b2c3d4e5f6g7h'));
