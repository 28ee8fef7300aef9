import { authenticate, toBase64 } from '../../base/digest.ts';

/** The headers of a signed request, in the format of https://www.standardwebhooks.com; none without a secret. */
export function signatureHeaders(
  secret: Uint8Array | undefined,
  id: string,
  body: unknown,
  now: number,
): Readonly<Record<string, string>> {
  if (!secret) return {};
  const timestamp = String(Math.floor(now / 1_000));
  const signature = authenticate(secret, `${id}.${timestamp}.${JSON.stringify(body)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(signature)}`,
  };
}
