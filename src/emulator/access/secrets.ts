import { randomBytes } from 'node:crypto';

/** A secret of 256 random bits. */
export const newSecret = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;
