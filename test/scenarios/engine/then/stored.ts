import * as z from 'zod';
import { differs } from '../compare.ts';
import { whole } from '../words.ts';
import { type Check, check } from './check.ts';

/** What our namespace of the browser's storage holds: one key per relay, and in it the session's id (contract §3). */
export const stored: Check = check(
  z.strictObject({
    keys: z.array(z.string()).optional(),
    session_id: z.string().nullable().optional(),
    keys_count: whole.optional(),
    collisions: whole.optional(),
    excludes: z.array(z.string()).optional(),
  }),
  (what, expected, { stored: found, chronicle }) => {
    const ids = Object.values(found);
    const relays = new Set(
      chronicle.calls.filter(({ operation }) => operation === 'create').map(({ url }) => new URL(url).origin),
    );
    return [
      ...(expected.keys === undefined
        ? []
        : differs(
            `${what}.keys`,
            ids.map(() => 'session_id'),
            expected.keys,
          )),
      ...(expected.session_id === undefined
        ? []
        : differs(`${what}.session_id`, ids[0] ?? null, expected.session_id)),
      ...(expected.keys_count === undefined
        ? []
        : differs(`${what}.keys_count`, ids.length, expected.keys_count)),
      // As many relays began a session as there are keys.
      ...(expected.collisions === undefined
        ? []
        : differs(`${what}.collisions`, relays.size - ids.length, expected.collisions)),
      ...(expected.excludes ?? []).flatMap((text) =>
        JSON.stringify(found).includes(text) ? [`${what}.excludes: found ${text}`] : [],
      ),
    ];
  },
);
