import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import * as z from 'zod';
import type { DeskPerson } from '../conversation.ts';
import type { Bindings } from '../own-host.ts';

/** What a browser shows at the desk in the place of the control key, which no browser keeps. */
export interface Pass {
  give(context: Context<Bindings>, name: string): Promise<DeskPerson>;
  read(context: Context<Bindings>): Promise<DeskPerson | undefined>;
  take(context: Context<Bindings>): void;
}

const LIFE_MS = 12 * 3_600_000;

const pass = z.object({ id: z.string(), name: z.string(), until: z.number() });

/** Cookies do not tell ports apart. */
const cookieName = ({ env }: Context<Bindings>) => `foyer_desk_${env.incoming.socket.localPort}`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A pass is void as soon as the control key is another one. */
export function createPass(controlKey: string, path: string, now: () => number): Pass {
  const secret = createHmac('sha256', controlKey).update('desk').digest('base64url');
  return {
    async give(context, name) {
      const person = { id: `agent-${randomUUID()}`, name };
      const value = JSON.stringify({ ...person, until: now() + LIFE_MS });
      const options = { path, httpOnly: true, sameSite: 'Strict' } as const;
      await setSignedCookie(context, cookieName(context), value, secret, options);
      return person;
    },
    async read(context) {
      const value = await getSignedCookie(context, secret, cookieName(context));
      const read = pass.safeParse(value ? parse(value) : undefined);
      if (!read.success || read.data.until <= now()) return undefined;
      return { id: read.data.id, name: read.data.name };
    },
    take: (context) => void deleteCookie(context, cookieName(context), { path }),
  };
}
