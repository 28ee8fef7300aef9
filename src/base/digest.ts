import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Hashes and random texts, in any runtime and at once: `crypto.subtle` only promises them. */

type Content = string | Uint8Array;

const encoder = new TextEncoder();
const bytesOf = (content: Content): Uint8Array =>
  typeof content === 'string' ? encoder.encode(content) : content;

export const digest = (content: Content): Uint8Array => sha256(bytesOf(content));

/** HMAC-SHA256 of the parts, one after the other. */
export function authenticate(secret: Content, ...parts: readonly Content[]): Uint8Array {
  const mac = hmac.create(sha256, bytesOf(secret));
  for (const part of parts) mac.update(bytesOf(part));
  return mac.digest();
}

export const toHex: (bytes: Uint8Array) => string = bytesToHex;

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Throws for a text of another form. */
export const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/** A text of so many random bytes that nobody can guess it. */
export const randomText = (bytes: number): string =>
  toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
