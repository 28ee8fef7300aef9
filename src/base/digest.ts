import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Hashes and random texts, in any runtime and synchronous: `crypto.subtle` only returns promises. */

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

/** A call takes a limited number of arguments. */
const PART_BYTES = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PART_BYTES));
  return btoa(text);
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Throws for invalid input. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/** A text of random bytes, unguessable with enough of them. */
export const randomText = (bytes: number): string =>
  toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
