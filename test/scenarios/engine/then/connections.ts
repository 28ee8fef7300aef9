import * as z from 'zod';
import { differs, unless, within } from '../compare.ts';
import { type Connection, delays, isOpen, type Played } from '../record.ts';
import { code, range, tab, whole } from '../words.ts';
import { type Check, check } from './check.ts';

/** The sockets that were opened, and calls of the relay. */

const texts = z.union([z.string(), z.array(z.string())]);

const connection = z.strictObject({
  n: z.int().min(1),
  tab: tab.optional(),
  query: z.record(z.string(), z.string().nullable()).optional(),
  query_matches: z.record(z.string(), z.string()).optional(),
  query_raw_contains: texts.optional(),
  query_raw_excludes: texts.optional(),
  url_starts_with: z.string().optional(),
  delay_ms: range.optional(),
  close_code: z.union([code, z.array(code)]).optional(),
  closed_by: z.enum(['client', 'server']).optional(),
});

function judge(what: string, it: z.output<typeof connection>, { chronicle }: Played): string[] {
  const page = typeof it.tab === 'number' ? it.tab : undefined;
  const all = chronicle.connections.filter((one) => (page ?? one.page) === one.page);
  const found: Connection | undefined = all[it.n - 1];
  if (!found) return [`${what}: there is none, only ${all.length}`];
  const { searchParams, search, href } = found.url;
  const own = chronicle.connections.filter((one) => one.page === found.page);
  const delay = delays(chronicle, found.page)[own.indexOf(found) - 1];
  return [
    ...Object.entries(it.query ?? {}).flatMap(([key, value]) =>
      differs(`${what} query ${key}`, searchParams.get(key), value),
    ),
    ...Object.entries(it.query_matches ?? {}).flatMap(([key, pattern]) =>
      unless(
        new RegExp(pattern).test(searchParams.get(key) ?? ''),
        `${what} query ${key}`,
        pattern,
        searchParams.get(key),
      ),
    ),
    ...[it.query_raw_contains ?? []]
      .flat()
      .flatMap((text) => unless(search.includes(text), `${what} query`, text, search)),
    ...[it.query_raw_excludes ?? []]
      .flat()
      .flatMap((text) => unless(!search.includes(text), `${what} query without`, text, search)),
    ...(it.url_starts_with === undefined
      ? []
      : unless(href.startsWith(it.url_starts_with), `${what} url`, it.url_starts_with, href)),
    ...(it.delay_ms === undefined
      ? []
      : unless(within(delay, it.delay_ms), `${what} delay_ms`, it.delay_ms, delay)),
    ...(it.close_code === undefined
      ? []
      : unless(
          [it.close_code].flat().includes(found.end?.code ?? 0),
          `${what} close_code`,
          it.close_code,
          found.end,
        )),
    ...(it.closed_by === undefined ? [] : differs(`${what} closed_by`, found.end?.by, it.closed_by)),
  ];
}

const total = (
  read: (played: Played) => number,
  holds: (found: number, expected: number) => boolean,
): Check =>
  check(whole, (what, expected, played) =>
    unless(holds(read(played), expected), what, expected, read(played)),
  );
const is = (found: number, expected: number) => found === expected;
const atMost = (found: number, expected: number) => found <= expected;
const atLeast = (found: number, expected: number) => found >= expected;
const opened = ({ chronicle }: Played) => chronicle.connections.length;

const OPERATIONS = z.enum(['create', 'resume', 'session_status', 'end']);
const calls = ({ chronicle }: Played, operation?: string) =>
  chronicle.calls.filter((it) => it.operation !== 'config' && (operation ?? it.operation) === it.operation);

const counts = (holds: (found: number, expected: number) => boolean): Check =>
  check(z.partialRecord(z.union([OPERATIONS, z.literal('total')]), whole), (what, expected, played) =>
    Object.entries(expected).flatMap(([operation, count]) => {
      const found = calls(played, operation === 'total' ? undefined : operation).length;
      return unless(holds(found, count), `${what} ${operation}`, count, found);
    }),
  );

export const connections: Readonly<Record<string, Check>> = {
  connections: check(z.array(connection), (what, expected, played) =>
    expected.flatMap((it) => judge(`${what} ${it.n}`, it, played)),
  ),
  connections_total: total(opened, is),
  connections_total_max: total(opened, atMost),
  connections_total_min: total(opened, atLeast),
  /** At any time. */
  open_sockets_max: total(({ chronicle }) => chronicle.mostOpen, atMost),
  /** In the end. */
  open_sockets: total(({ chronicle }) => chronicle.connections.filter(isOpen).length, is),
  relay_calls: counts(is),
  relay_calls_max: counts(atMost),
  relay_calls_min: counts(atLeast),
  relay_calls_order: check(z.array(OPERATIONS), (what, expected, played) =>
    differs(
      what,
      calls(played).map(({ operation }) => operation),
      expected,
    ),
  ),
};
