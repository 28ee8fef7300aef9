import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SortKey } from '../../store/conversation-table.ts';

/** The last result of a page. */
interface PageEnd {
  readonly sortKey: SortKey;
  /** Number of results up to and including it. */
  readonly nextOffset: number;
}

const SIGNATURE_BYTES = 16;
const FORM = /^[\w-]{60,200}$/;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Cursors of conversation lists. They are opaque, signed and URL-safe. A readable one was written by this platform. */
export function createPageCursors(secret: string) {
  const sign = (content: Buffer) =>
    createHmac('sha256', secret).update(content).digest().subarray(0, SIGNATURE_BYTES);
  return {
    /** `scope` identifies the list; it is the same for all pages. */
    write({ sortKey, nextOffset }: PageEnd, scope: string): string {
      const content = Buffer.from(JSON.stringify([digest(scope), nextOffset, ...sortKey]));
      return Buffer.concat([sign(content), content]).toString('base64url');
    },
    /** Undefined for a malformed cursor and for one of another scope. */
    read(cursor: string, scope: string): PageEnd | undefined {
      if (!FORM.test(cursor)) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const content = bytes.subarray(SIGNATURE_BYTES);
      if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(content))) return undefined;
      // The signature is valid, so the content needs no further validation.
      const [scopeDigest, nextOffset, ...sortKey] = JSON.parse(content.toString()) as [
        string,
        number,
        ...SortKey,
      ];
      return scopeDigest === digest(scope) ? { sortKey, nextOffset } : undefined;
    },
  };
}

/** A 31-bit seed: the same list always has the same random order, so that its pages fit together. */
export const sampleSeedOf = (scope: string): number =>
  createHash('sha256').update(scope).digest().readUInt32BE(0) >>> 1;
