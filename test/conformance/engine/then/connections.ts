import * as z from 'zod';
import { difference, failUnless, within } from '../compare.ts';
import { type Connection, isOpen, reconnectDelays, type ScenarioRun } from '../recording.ts';
import { code, range, tab, wholeNumber } from '../vocabulary.ts';
import { type Check, check } from './check.ts';

/** Expectations of sockets and relay calls. */

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

function evaluate(what: string, item: z.output<typeof connection>, { recording }: ScenarioRun): string[] {
  const page = typeof item.tab === 'number' ? item.tab : undefined;
  const all = recording.connections.filter((connection) => (page ?? connection.page) === connection.page);
  const found: Connection | undefined = all[item.n - 1];
  if (!found) return [`${what}: there is none, only ${all.length}`];
  const { searchParams, search, href } = found.url;
  const own = recording.connections.filter((connection) => connection.page === found.page);
  const delay = reconnectDelays(recording, found.page)[own.indexOf(found) - 1];
  return [
    ...Object.entries(item.query ?? {}).flatMap(([key, value]) =>
      difference(`${what} query ${key}`, searchParams.get(key), value),
    ),
    ...Object.entries(item.query_matches ?? {}).flatMap(([key, pattern]) =>
      failUnless(
        new RegExp(pattern).test(searchParams.get(key) ?? ''),
        `${what} query ${key}`,
        pattern,
        searchParams.get(key),
      ),
    ),
    ...[item.query_raw_contains ?? []]
      .flat()
      .flatMap((text) => failUnless(search.includes(text), `${what} query`, text, search)),
    ...[item.query_raw_excludes ?? []]
      .flat()
      .flatMap((text) => failUnless(!search.includes(text), `${what} query without`, text, search)),
    ...(item.url_starts_with === undefined
      ? []
      : failUnless(href.startsWith(item.url_starts_with), `${what} url`, item.url_starts_with, href)),
    ...(item.delay_ms === undefined
      ? []
      : failUnless(within(delay, item.delay_ms), `${what} delay_ms`, item.delay_ms, delay)),
    ...(item.close_code === undefined
      ? []
      : failUnless(
          [item.close_code].flat().includes(found.end?.code ?? 0),
          `${what} close_code`,
          item.close_code,
          found.end,
        )),
    ...(item.closed_by === undefined ? [] : difference(`${what} closed_by`, found.end?.by, item.closed_by)),
  ];
}

const total = (
  read: (run: ScenarioRun) => number,
  holds: (found: number, expected: number) => boolean,
): Check =>
  check(wholeNumber, (what, expected, run) =>
    failUnless(holds(read(run), expected), what, expected, read(run)),
  );
const is = (found: number, expected: number) => found === expected;
const atMost = (found: number, expected: number) => found <= expected;
const atLeast = (found: number, expected: number) => found >= expected;
const opened = ({ recording }: ScenarioRun) => recording.connections.length;

const OPERATIONS = z.enum(['create', 'resume', 'session_status', 'end']);
const calls = ({ recording }: ScenarioRun, operation?: string) =>
  recording.calls.filter(
    (call) => call.operation !== 'config' && (operation ?? call.operation) === call.operation,
  );

const counts = (holds: (found: number, expected: number) => boolean): Check =>
  check(z.partialRecord(z.union([OPERATIONS, z.literal('total')]), wholeNumber), (what, expected, run) =>
    Object.entries(expected).flatMap(([operation, count]) => {
      const found = calls(run, operation === 'total' ? undefined : operation).length;
      return failUnless(holds(found, count), `${what} ${operation}`, count, found);
    }),
  );

export const connections: Readonly<Record<string, Check>> = {
  connections: check(z.array(connection), (what, expected, run) =>
    expected.flatMap((expectation) => evaluate(`${what} ${expectation.n}`, expectation, run)),
  ),
  connections_total: total(opened, is),
  connections_total_max: total(opened, atMost),
  connections_total_min: total(opened, atLeast),
  /** At any moment of the run. */
  open_sockets_max: total(({ recording }) => recording.maxOpenSockets, atMost),
  /** At the end of the run. */
  open_sockets: total(({ recording }) => recording.connections.filter(isOpen).length, is),
  relay_calls: counts(is),
  relay_calls_max: counts(atMost),
  relay_calls_min: counts(atLeast),
  relay_calls_order: check(z.array(OPERATIONS), (what, expected, run) =>
    difference(
      what,
      calls(run).map(({ operation }) => operation),
      expected,
    ),
  ),
};
