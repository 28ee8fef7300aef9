import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { suiteFile } from '../../../src/behavior/suite/file.ts';
import { parseSuite } from '../../../src/behavior/suite/parse.ts';

const EXAMPLES = join(import.meta.dirname, '../../../public/examples/behavior');
const readExample = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');

const schema = z.toJSONSchema(suiteFile, { io: 'input' });
const accepts = (suite: unknown) =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(suite).success;

describe('the JSON Schema of suites', () => {
  it('equals the published one, which vitest -u writes', async () => {
    await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
      join(EXAMPLES, 'suite.schema.json'),
    );
  });

  it.each(['shop.yaml', 'rules.yaml'])('accepts the example %s, as the command does', (name) => {
    expect([accepts(parse(readExample(name))), parseSuite(readExample(name)).ok]).toEqual([true, true]);
  });

  it.each([
    { cases: [] },
    { cases: [{ say: 'a', expct: 'b' }] },
    { cases: [{ say: 'a', expect: { within_ms: 'fast' } }] },
  ])('refuses %j, as the command does', (suite) => {
    expect([accepts(suite), parseSuite(JSON.stringify(suite)).ok]).toEqual([false, false]);
  });
});
