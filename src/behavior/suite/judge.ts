import type { Reply } from './reply.ts';
import type { Expectations } from './suite.ts';

/** An expectation that an answer does not meet, in words. */
export interface Miss {
  readonly expected: string;
  readonly came: string;
}

/** True if a text matches a pattern; undefined: it took too long to find out. */
export type Matches = (pattern: string, text: string) => boolean | undefined;

/** Case is ignored, and a dot is also the end of a line. */
export const PATTERN_FLAGS = 'ius';

/** Text without what readers do not see as a difference: case, kinds of space, quotes and dashes, and emphasis. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”„‟«»‹›"]/g, '"')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[*_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** `en` includes `en-GB`. */
const isIn = (language: string, wanted: string) =>
  `${language}-`.toLowerCase().startsWith(`${wanted}-`.toLowerCase());

const quoted = (texts: readonly (string | boolean)[]) => texts.map((text) => `“${text}”`).join(' or ');
const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));
const handoffOf = ({ handoff }: Reply) =>
  handoff === undefined ? 'no handoff' : handoff === '' ? 'a handoff' : `a handoff, ${handoff}`;

/** The expectations that an answer does not meet. */
export function judge(expect: Expectations, reply: Reply, matches: Matches): readonly Miss[] {
  const { says = [], not = [], matches: patterns = [], function: called = [] } = expect;
  const { handoff, language, node, withinMs } = expect;
  const text = plain(reply.text);
  const came = reply.text || (reply.isDelayed ? 'nothing: the agent is late or has failed' : 'nothing');
  const isHandedOver = (wanted: boolean | string) =>
    typeof wanted === 'boolean'
      ? wanted === (reply.handoff !== undefined)
      : plain(wanted) === plain(reply.handoff ?? '');
  const misses: (Miss | false)[] = [
    ...says.map((part) => !text.includes(plain(part)) && { expected: `says “${part}”`, came }),
    ...not.map((part) => text.includes(plain(part)) && { expected: `does not say “${part}”`, came }),
    ...patterns.map((pattern) => {
      const isMatch = matches(pattern, reply.text);
      if (isMatch === undefined)
        return {
          expected: `matches ${pattern}`,
          came: 'no result: the pattern takes too long, so make it simpler',
        };
      return !isMatch && { expected: `matches ${pattern}`, came };
    }),
    ...called.map(
      (name) =>
        !reply.functions.includes(name) && { expected: `calls ${name}`, came: listed(reply.functions) },
    ),
    handoff !== undefined &&
      !handoff.some(isHandedOver) && {
        expected: handoff
          .map((wanted) =>
            typeof wanted === 'string' ? `a handoff, ${wanted}` : wanted ? 'a handoff' : 'no handoff',
          )
          .join(' or '),
        came: handoffOf(reply),
      },
    language !== undefined &&
      !language.some((wanted) => reply.language !== undefined && isIn(reply.language, wanted)) && {
        expected: `language ${language.join(' or ')}`,
        came: reply.language ?? 'no language: the debug chat names none',
      },
    node !== undefined &&
      !node.some((wanted) => reply.nodes.includes(wanted)) && {
        expected: `node ${quoted(node)}`,
        came: reply.nodes.length === 0 ? 'no node: the debug chat names none' : listed(reply.nodes),
      },
    withinMs !== undefined &&
      reply.inMs > withinMs && { expected: `within ${withinMs} ms`, came: `${reply.inMs} ms` },
  ];
  return misses.filter((miss) => miss !== false);
}
