import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { NAME } from '../src/emulator/model/entities.ts';
import { openingOf } from '../src/platform/page-scanner.ts';
import { type Expression, expressionsIn } from './support/expressions.ts';

/** The rooms that see foreign text. Everything in them is checked, whether it sees such text today or not. */
const ROOMS = ['base', 'protocol', 'behavior', 'platform', 'relay', 'emulator', 'chat', 'widget', 'embed'];

/** Expressions that need not be linear, because they see only the operator's configuration or attributes of the page. */
const CONFIGURATION: Readonly<Record<string, string>> = {
  'relay/config/values.ts': '\\/+$',
  'emulator/agent/wires/ask.ts': '\\/+$',
  'platform/host.ts': '\\/+$',
  'chat/shell/relay-client.ts': '\\/+$',
  'embed/attributes.ts': '\\/+$',
  'widget/health/report-health.ts': '\\/+$',
};

/** Files whose expressions see a short text only: the beginning of a refusal. `growth.long.test.ts` measures it. */
const BOUNDED = ['platform/scrubber.ts'];

/** Expressions that the code constructs. */
const CONSTRUCTED: Readonly<Record<string, RegExp>> = {
  'emulator/model/entities.ts': NAME,
  'platform/page-scanner.ts': openingOf('conversations'),
};

/** Files that compile the operator's own expressions and match nothing with them: the command matches with a time limit. */
const OF_OPERATORS = ['behavior/suite/file.ts'];

/** By default an attack that takes a second counts as one. On a busy machine, a harmless expression takes that long. */
const NO_TIME_LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null };

const { literals, constructed } = expressionsIn(ROOMS);
const fileOf = ({ at }: Expression) => at.split(':')[0] ?? '';
const isConfiguration = (expression: Expression) => CONFIGURATION[fileOf(expression)] === expression.source;
const foreign: readonly Expression[] = [
  ...literals.filter((literal) => !isConfiguration(literal) && !BOUNDED.includes(fileOf(literal))),
  ...Object.entries(CONSTRUCTED).map(([at, { source, flags }]) => ({ at, source, flags })),
];
/** Each once, at one of its places. */
const checked = [...new Map(foreign.map((it) => [`/${it.source}/${it.flags}`, it])).values()];

describe('regular expressions', () => {
  it('finds the regular expressions of the rooms that see foreign text', () => {
    expect(checked.length).toBeGreaterThan(90);
    expect([...new Set(constructed)].sort()).toEqual([...OF_OPERATORS, ...Object.keys(CONSTRUCTED)].sort());
    expect(literals.filter(isConfiguration).map(fileOf).sort()).toEqual(Object.keys(CONFIGURATION).sort());
  });

  it.each(checked)(
    'S-69: regular expressions take linear time: $at /$source/$flags',
    async ({ source, flags }) => {
      expect(await check(source, flags, NO_TIME_LIMITS)).toMatchObject({ status: 'safe' });
    },
  );

  it('S-69: the check recognises an expression that takes quadratic time', async () => {
    expect(await check(' *;.*$', '')).toMatchObject({ status: 'vulnerable' });
  });
});
