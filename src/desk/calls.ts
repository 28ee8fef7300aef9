import { err, ok, type Result } from '../base/result.ts';

/** What a person does, as calls of the page to the platform that served it. */

const TIMEOUT_MS = 15_000;

export interface CallFault {
  /** Nobody is signed in any more. */
  readonly isSignedOut: boolean;
  readonly why: string;
}

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

/** Whether the platform can be reached and knows nobody here. Changes nothing; never rejects. */
export async function isSignedOut(): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch('/desk/events', { method: 'HEAD', signal }).catch(() => undefined);
  return answer?.status === 401;
}

/** `path` is below the page's own. Never rejects. */
export async function post(path: string, body: object = {}): Promise<Result<undefined, CallFault>> {
  try {
    const answer = await fetch(`/desk/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return ok(undefined);
    const why = messageIn(await answer.json().catch(() => undefined));
    return err({ isSignedOut: answer.status === 401, why: why ?? `The platform answered ${answer.status}` });
  } catch {
    return err({ isSignedOut: false, why: 'The platform cannot be reached' });
  }
}
