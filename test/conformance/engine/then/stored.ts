import * as z from 'zod';
import { difference } from '../compare.ts';
import { wholeNumber } from '../vocabulary.ts';
import { type Check, check } from './check.ts';

/** Expectations of the browser's storage: one key per relay, which holds the session id (contract §3). */
export const stored: Check = check(
  z.strictObject({
    keys: z.array(z.string()).optional(),
    session_id: z.string().nullable().optional(),
    keys_count: wholeNumber.optional(),
    collisions: wholeNumber.optional(),
    excludes: z.array(z.string()).optional(),
  }),
  (what, expected, { stored: found, recording }) => {
    const ids = Object.values(found);
    const relays = new Set(
      recording.calls.filter(({ operation }) => operation === 'create').map(({ url }) => new URL(url).origin),
    );
    return [
      ...(expected.keys === undefined
        ? []
        : difference(
            `${what}.keys`,
            ids.map(() => 'session_id'),
            expected.keys,
          )),
      ...(expected.session_id === undefined
        ? []
        : difference(`${what}.session_id`, ids[0] ?? null, expected.session_id)),
      ...(expected.keys_count === undefined
        ? []
        : difference(`${what}.keys_count`, ids.length, expected.keys_count)),
      // Without collisions each relay with a session has a key.
      ...(expected.collisions === undefined
        ? []
        : difference(`${what}.collisions`, relays.size - ids.length, expected.collisions)),
      ...(expected.excludes ?? []).flatMap((text) =>
        JSON.stringify(found).includes(text) ? [`${what}.excludes: found ${text}`] : [],
      ),
    ];
  },
);
