import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SUITE_LENGTH, parseSuite } from '../../../src/behavior/suite/parse.ts';
import type { Suite } from '../../../src/behavior/suite/suite.ts';

/** The cases of a valid suite. */
function casesOf(text: string): Suite['cases'] {
  const parsed = parseSuite(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.cases;
}
/** The issues as lines. */
function issuesOf(text: string): readonly string[] {
  const parsed = parseSuite(text);
  return parsed.ok ? [] : parsed.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('parseSuite', () => {
  it('reads YAML with every field, one value or a list', () => {
    const text = `
name: Shop
environment: sandbox
channel: webchat
variant: trial
language: en
at_least: 0.9
cases:
  - name: All
    language: fr
    at_least: 1
    turns:
      - expect: Iris
      - Hello
      - say: How much?
        expect:
          says: [4.90, yes]
          not: no
          matches: €\\s?89
          function: find_order
          handoff: [true, visitor_request]
          language: [en, en-GB]
          node: live_agent
          within_ms: 2000
`;
    expect(parseSuite(text)).toEqual({
      ok: true,
      value: {
        name: 'Shop',
        environment: 'sandbox',
        channel: 'webchat',
        variant: 'trial',
        cases: [
          {
            name: 'All',
            language: 'fr',
            atLeast: 1,
            turns: [
              { expect: { says: ['Iris'] } },
              { say: 'Hello', expect: {} },
              {
                say: 'How much?',
                expect: {
                  says: ['4.90', 'yes'],
                  not: ['no'],
                  matches: ['€\\s?89'],
                  function: ['find_order'],
                  handoff: [true, 'visitor_request'],
                  language: ['en', 'en-GB'],
                  node: ['live_agent'],
                  withinMs: 2000,
                },
              },
            ],
          },
        ],
      },
    });
  });

  it('reads short forms: a case of one turn without a name, and words as expectation', () => {
    const short = `
language: fr
at_least: 0.5
cases:
  - { say: Bonjour, expect: [Iris, aider] }
`;
    const turns = [{ say: 'Bonjour', expect: { says: ['Iris', 'aider'] } }];
    expect(casesOf(short)).toEqual([{ name: 'Bonjour', language: 'fr', atLeast: 0.5, turns }]);
  });

  it('reads yes and no as values of handoff alone', () => {
    const [one] = casesOf(`cases: [{ say: no, expect: { says: yes, handoff: [yes, No, 'no', 7, true] } }]`);
    expect(one?.turns).toEqual([
      { say: 'no', expect: { says: ['yes'], handoff: [true, false, 'no', '7', true] } },
    ]);
  });

  it('reads JSON too, with the address of its schema', () => {
    const json = { $schema: './suite.schema.json', cases: [{ say: 'Hi', expect: { handoff: false } }] };
    expect(casesOf(JSON.stringify(json, undefined, '\t'))).toEqual([
      { name: 'Hi', atLeast: 1, turns: [{ say: 'Hi', expect: { handoff: [false] } }] },
    ]);
  });

  it('reads a suite in its long form as it is, whatever its texts are', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((some) => `.${some}.`);
    const list = fc.array(text, { minLength: 1, maxLength: 3 });
    const turn = fc.record({
      say: text,
      expect: fc.record(
        {
          says: list,
          not: list,
          function: list,
          handoff: fc.array(fc.oneof(fc.boolean(), text), { minLength: 1, maxLength: 3 }),
          within_ms: fc.integer({ min: 1, max: 60_000 }),
        },
        { requiredKeys: ['says'] },
      ),
    });
    const suite = fc.record({
      name: text,
      environment: fc.constantFrom('live', 'sandbox'),
      cases: fc.uniqueArray(
        fc.record({
          name: text,
          at_least: fc.constantFrom(0.5, 1),
          turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 3, selector: ({ name }) => name },
      ),
    });
    fc.assert(
      fc.property(suite, (value) => {
        const written = JSON.stringify(value);
        const read = JSON.parse(
          written.replaceAll('"at_least":', '"atLeast":').replaceAll('"within_ms":', '"withinMs":'),
        );
        expect(parseSuite(written)).toEqual({ ok: true, value: read });
      }),
    );
  });

  it('names every issue by line, column and what to do', () => {
    expect(
      issuesOf(`name: Shop
casez: []
at_least: 9
environment: production
cases:
  - say: a
    expct: b
  - say: b
    expect: { say: x, within_ms: fast, matches: "(", language: English! }
  - name: nothing
  - say: both
    turns: [c]
  - turns: [{ sai: x }, { expect: y }]
  - expect: {}
    say: d
`),
    ).toEqual([
      '2:1 casez: is unknown here; did you mean cases?',
      '3:1 at_least: must be at most 1; 0.9 is nine of ten',
      '4:1 environment: must be live, pre-release, sandbox',
      '7:5 case 1, expct: is unknown here; did you mean expect?',
      '9:15 case 2, expect, say: is unknown here; did you mean says?',
      '9:23 case 2, expect, within_ms: must be a whole number of milliseconds',
      '9:40 case 2, expect, matches: must be a regular expression',
      '9:54 case 2, expect, language: must be a language tag such as en or en-GB',
      '10:5 case 3: must have either say and expect, or turns',
      '11:5 case 4: must have either say and expect, or turns',
      '13:15 case 5, turn 1, sai: is unknown here; did you mean say?',
      '14:5 case 6, expect: must expect something',
    ]);
  });

  it.each([
    ['', '1:1 must be a map with cases'],
    ['- a', '1:1 must be a map with cases'],
    ['cases: []', '1:1 cases: must not be empty'],
    ['cases: [{ say: a }]\n---\ncases: [{ say: b }]', '2:1 has a second document; keep one'],
    ['cases: [{ say: a }, { say: a }]', '1:21 case 2: has the name of another case: a'],
    [
      'cases: [{ turns: [a, { expect: b }] }]',
      '1:22 case 1, turn 2: must say something; only the first turn may be the greeting',
    ],
    [`cases: [{ say: ${'a'.repeat(2_001)} }]`, '1:11 case 1, say: must have at most 2000 characters'],
  ])('refuses %j', (text, issue) => {
    expect(issuesOf(text)).toEqual([issue]);
  });

  it('bounds length, levels, aliases and cases', () => {
    const lists = ['a', 'b', 'c', 'd', 'e'].map((name, at, all) => {
      const item = at === 0 ? 'x' : `*${all[at - 1]}`;
      return `${name}: &${name} [${Array(9).fill(item).join(', ')}]`;
    });
    const many = Array.from({ length: 201 }, (_, at) => `  - say: ${at}`).join('\n');
    expect([
      issuesOf(' '.repeat(MAX_SUITE_LENGTH + 1)),
      issuesOf(`cases: ${'['.repeat(50_000)}`),
      issuesOf(lists.join('\n')),
      issuesOf(`cases:\n${many}`),
    ]).toEqual([
      ['1:1 must have at most 262144 characters'],
      [expect.stringMatching(/^1:\d+ has too many levels$/)],
      ['1:1 has too many aliases'],
      ['1:1 cases: must have at most 200 cases'],
    ]);
  });

  it('makes of any text a suite or issues with a place in the text', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'cases:',
        '- say: ',
        'expect: ',
        '\n',
        '  ',
        '[',
        ']',
        '{',
        '}',
        '&a',
        '*a',
        '!!x ',
        '|',
        '>',
        '? ',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const parsed = parseSuite(text);
        const lines = text.split(/\r\n?|\n/).length;
        const isPlaced = parsed.ok || parsed.error.every(({ line }) => line >= 1 && line <= lines);
        expect(parsed.ok || parsed.error.length > 0).toBe(true);
        expect(isPlaced).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
