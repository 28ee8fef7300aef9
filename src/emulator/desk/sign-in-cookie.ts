import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Bindings } from '../http/control-guard.ts';
import { DESK_PATH } from '../http/paths.ts';
import type { LiveAgent } from '../model/conversation.ts';

export interface SignIn {
  readonly person: LiveAgent;
  /** The expiry in milliseconds since the epoch. */
  readonly until: number;
}

const LIFE_MS = 12 * 3_600_000;

const content = z.object({ id: z.string(), name: z.string(), until: z.number() });

/** The name contains the port, because browsers send a cookie to every port of a host. */
const cookieName = ({ env }: Context<Bindings>) => `foyer_desk_${env.incoming.socket.localPort}`;

/**
 * The signed cookie of a live agent who has signed in. It replaces the control key: no browser stores that key. The signature
 * depends on the key, so a new key invalidates all cookies.
 */
export function createSignInCookie(controlKey: string, now: () => number) {
  const secret = createHmac('sha256', controlKey).update('desk').digest('base64url');

  /** Undefined without a valid cookie. */
  async function read(context: Context<Bindings>): Promise<SignIn | undefined> {
    const value = await getSignedCookie(context, secret, cookieName(context));
    const found = content.safeParse(value ? parseJson(value) : undefined);
    if (!found.success || found.data.until <= now()) return undefined;
    const { id, name, until } = found.data;
    return { person: { id, name }, until };
  }

  return {
    /** Sets the cookie. A live agent who is signed in and keeps their name keeps their id. */
    async set(context: Context<Bindings>, name: string): Promise<LiveAgent> {
      const before = (await read(context))?.person;
      const person = before?.name === name ? before : { id: `agent-${randomUUID()}`, name };
      const value = JSON.stringify({ ...person, until: now() + LIFE_MS });
      const options = { path: DESK_PATH, httpOnly: true, sameSite: 'Strict' } as const;
      await setSignedCookie(context, cookieName(context), value, secret, options);
      return person;
    },
    read,
    clear: (context: Context<Bindings>): void =>
      void deleteCookie(context, cookieName(context), { path: DESK_PATH }),
  };
}
