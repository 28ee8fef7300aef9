import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Place } from '../store/conversations.ts';

/** The end of a page. */
interface Mark {
  readonly place: Place;
  /** How many there were up to and with it. */
  readonly passed: number;
}

/** Where the next page of one and the same question begins; opaque and URL-safe (specification, Conversations). */
export interface Cursors {
  /** The question is all that has to stay the same from page to page. */
  write(mark: Mark, question: string): string;
  /** Undefined for what was not written here, or for another question. */
  read(cursor: string, question: string): Mark | undefined;
}

const SIGNATURE_BYTES = 16;
const FORM = /^[\w-]{60,200}$/;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Signed, so that whatever can be read is a place that was given out. */
export function createCursors(secret: string): Cursors {
  const sign = (content: Buffer) =>
    createHmac('sha256', secret).update(content).digest().subarray(0, SIGNATURE_BYTES);
  return {
    write({ place, passed }, question) {
      const content = Buffer.from(JSON.stringify([digest(question), passed, ...place]));
      return Buffer.concat([sign(content), content]).toString('base64url');
    },
    read(cursor, question) {
      if (!FORM.test(cursor)) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const content = bytes.subarray(SIGNATURE_BYTES);
      if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(content))) return undefined;
      // Signed by us, so it is ours to trust from here on.
      const [asked, passed, ...place] = JSON.parse(content.toString()) as [string, number, ...Place];
      return asked === digest(question) ? { place, passed } : undefined;
    },
  };
}

/** A seed of 31 bits: the same question always draws the same sample, so that its pages fit together. */
export const seedFrom = (question: string): number =>
  createHash('sha256').update(question).digest().readUInt32BE(0) >>> 1;
