import * as z from 'zod';
import { difference, failUnless } from '../compare.ts';
import { anything, wholeNumber } from '../vocabulary.ts';
import { type Check, check } from './check.ts';

/** Expectations of the relay's upstream calls and of its responses to the page. */

const NAMES = z.enum(['access-token', 'sessions']);
const byName = <Shape extends z.ZodType>(shape: Shape) => z.partialRecord(NAMES, shape);

export const upstream: Readonly<Record<string, Check>> = {
  upstream_calls_order: check(
    z.array(NAMES),
    (what, expected, { upstream: value }) =>
      difference(
        what,
        value?.calls.map(({ name }) => name),
        expected,
      ),
    'upstream',
  ),
  upstream_calls: check(
    byName(wholeNumber),
    (what, expected, { upstream: value }) =>
      Object.entries(expected).flatMap(([name, count]) =>
        difference(`${what} ${name}`, value?.calls.filter((call) => call.name === name).length, count),
      ),
    'upstream',
  ),
  upstream_headers: check(
    byName(z.record(z.string(), z.string().nullable())),
    (what, expected, { upstream: item }) =>
      Object.entries(expected).flatMap(([name, headers]) =>
        Object.entries(headers ?? {}).flatMap(([header, value]) => {
          const found = item?.calls.find((call) => call.name === name)?.headers.get(header) ?? null;
          if (value === 'present') return failUnless(!!found, `${what} ${name} ${header}`, value, found);
          return difference(`${what} ${name} ${header}`, found, value === 'absent' ? null : value);
        }),
      ),
    'upstream',
  ),
  upstream_body: check(
    byName(anything),
    (what, expected, { upstream: value }) =>
      Object.entries(expected).flatMap(([name, body]) =>
        difference(`${what} ${name}`, value?.calls.find((call) => call.name === name)?.body, body),
      ),
    'upstream',
  ),
  upstream_body_excludes: check(
    z.array(z.string()),
    (what, words, { upstream: value }) => {
      const bodies = JSON.stringify(value?.calls.map(({ body }) => body) ?? null);
      return words.flatMap((word) => failUnless(!bodies.includes(word), what, word, bodies));
    },
    'upstream',
  ),
  relay_response_excludes: check(
    z.array(z.string()),
    (what, words, { upstream: value }) => {
      if (!value?.responses.length) return [`${what}: the relay answered nothing`];
      return words.flatMap((word) => {
        const found = value.responses.find((text) => text.includes(word));
        return found === undefined ? [] : [`${what}: found ${word} in ${found}`];
      });
    },
    'upstream',
  ),
};
