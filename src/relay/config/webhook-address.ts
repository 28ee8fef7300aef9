import * as z from 'zod';
import { fromBase64Url } from '../../base/digest.ts';
import { serverUrl, setting } from './values.ts';

/** A server that receives JSON, with the secret that signs it; undefined: it is not signed. */
export interface WebhookAddress {
  /** The path or the query may be a secret. */
  readonly url: string;
  readonly secret: Uint8Array | undefined;
}

/** The hint for a secret. */
export const SECRET_HINT = 'the secret at least 24 bytes in base64 (echo whsec_$(openssl rand -base64 32))';

const MIN_SECRET_BYTES = 24;
const SECRET = /^#whsec_([A-Za-z0-9+/]{32,128})={0,2}$/;

/** Takes the fragment `#whsec_…` off, which is never sent. null: it has no such form. */
export function takeSecret(url: URL): Uint8Array | null {
  const secret = SECRET.exec(url.hash)?.[1];
  url.hash = '';
  const bytes = secret && fromBase64Url(secret);
  return bytes && bytes.length >= MIN_SECRET_BYTES ? bytes : null;
}

const EXPECTED = `an https URL without credentials, or http on a loopback host; to sign its requests, followed by #whsec_SECRET, ${SECRET_HINT}`;

function readAddress(value: string): WebhookAddress | undefined {
  const url = serverUrl(value);
  if (!url) return undefined;
  if (url.hash === '') return { url: value, secret: undefined };
  const secret = takeSecret(url);
  return secret ? { url: url.href, secret } : undefined;
}

export const webhookAddress = setting(
  EXPECTED,
  z.string().transform((value, { issues }): WebhookAddress => {
    const address = readAddress(value);
    if (address) return address;
    issues.push({ code: 'custom', input: '', message: EXPECTED });
    return z.NEVER;
  }),
);
