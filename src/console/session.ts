import type * as z from 'zod/v4/core';
import { listOf, maybeText, nonEmpty, object, readString, record } from '../protocol/field-readers.ts';

/** Rights of an admin key (contract §9). */
export type Scope = 'read' | 'write' | 'call' | 'pii';

/** Configuration of a site. Its name is empty at a relay that has one. */
const readPlace = record({
  site: maybeText,
  project: maybeText,
  time_zone: maybeText,
  /** Names of handoff reasons that the site has given. */
  handoff_reasons: listOf(record({ id: nonEmpty, name: nonEmpty })),
});
export type Place = NonNullable<ReturnType<typeof readPlace>>;

/** The signed-in operator. */
export const session = object({
  name: nonEmpty,
  scopes: listOf((scope) => readString(scope) as Scope | undefined),
  /** For the header of every change; absent for a program with an admin key. */
  csrf: maybeText,
  /** Those to choose from, at a relay with several. */
  sites: listOf(readString),
  places: listOf(readPlace),
});
export type Session = z.output<typeof session>;
