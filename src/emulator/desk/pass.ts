import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { DeskPerson } from '../conversation.ts';
import type { Bindings } from '../guard.ts';

/** Who has a pass. */
export interface Holder {
  readonly person: DeskPerson;
  /** When it is void, in milliseconds since the epoch. */
  readonly until: number;
}

/** What a browser shows at the desk in the place of the control key, which no browser keeps. */
export interface Pass {
  /** Somebody who has a pass and keeps their name stays who they are. */
  give(context: Context<Bindings>, name: string): Promise<DeskPerson>;
  read(context: Context<Bindings>): Promise<Holder | undefined>;
  take(context: Context<Bindings>): void;
}

const LIFE_MS = 12 * 3_600_000;

const pass = z.object({ id: z.string(), name: z.string(), until: z.number() });

/** Cookies do not tell ports apart. */
const cookieName = ({ env }: Context<Bindings>) => `foyer_desk_${env.incoming.socket.localPort}`;

/** A pass is void as soon as the control key is another one. */
export function createPass(controlKey: string, path: string, now: () => number): Pass {
  const secret = createHmac('sha256', controlKey).update('desk').digest('base64url');

  async function read(context: Context<Bindings>): Promise<Holder | undefined> {
    const value = await getSignedCookie(context, secret, cookieName(context));
    const found = pass.safeParse(value ? parseJson(value) : undefined);
    if (!found.success || found.data.until <= now()) return undefined;
    const { id, name, until } = found.data;
    return { person: { id, name }, until };
  }

  return {
    async give(context, name) {
      const before = (await read(context))?.person;
      const person = before?.name === name ? before : { id: `agent-${randomUUID()}`, name };
      const value = JSON.stringify({ ...person, until: now() + LIFE_MS });
      const options = { path, httpOnly: true, sameSite: 'Strict' } as const;
      await setSignedCookie(context, cookieName(context), value, secret, options);
      return person;
    },
    read,
    take: (context) => void deleteCookie(context, cookieName(context), { path }),
  };
}
