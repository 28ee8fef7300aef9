import { err, ok, type Result } from '../base/result.ts';

/** HTTP calls of the desk page to the platform. */

const TIMEOUT_MS = 15_000;

export interface CallError {
  /** Whether the sign-in has expired. */
  readonly isSignedOut: boolean;
  readonly message: string;
}

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

/** Whether the platform answers that nobody is signed in here. Has no side effect; never rejects. */
export async function isSignedOut(): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch('/desk/events', { method: 'HEAD', signal }).catch(() => undefined);
  return response?.status === 401;
}

/** Posts to a path below `/desk/`. Never rejects. */
export async function post(path: string, body: object = {}): Promise<Result<undefined, CallError>> {
  try {
    const response = await fetch(`/desk/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return ok(undefined);
    const message = messageIn(await response.json().catch(() => undefined));
    return err({
      isSignedOut: response.status === 401,
      message: message ?? `The platform answered ${response.status}`,
    });
  } catch {
    return err({ isSignedOut: false, message: 'The platform cannot be reached' });
  }
}
