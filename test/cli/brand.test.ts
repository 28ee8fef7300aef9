import { expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';

/** The result of `foyer-relay brand` for a file with this text; undefined: there is none. */
async function brand(text: string | undefined) {
  const lines: string[] = [];
  const errors: string[] = [];
  const status = await run(['brand', 'brand.json'], {
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    env: {},
    files: { read: (path) => (path === 'brand.json' ? text : undefined) },
    untilStopped: async () => {},
  });
  return { status, lines, errors };
}

it('a branding file that a relay takes is right', async () => {
  const text =
    '{"header": {"text": "Shop"}, "default_locale": "en", "guard": "mask", "feedback": {"scale": "stars"}, "starters": {"en": ["Where is my order?"]}}';
  expect(await brand(text)).toEqual({
    status: 0,
    lines: ['brand.json: a relay takes this file'],
    errors: [],
  });
});

it('each fault of a branding file is named with its line and column', async () => {
  const text = `{
  "header": { "text": "Shop", "imgae": "x" },
  "header_style": "loud", "guard": "loud", "feedback": {"scale": "ten"},
  "starters": {
    "en": ["1", 2]
  }
}`;
  expect(await brand(text)).toEqual({
    status: 1,
    lines: [],
    errors: [
      'brand.json:2:31: header.imgae is unknown; expected image or another documented key',
      'brand.json:3:3: header_style is malformed; expected one of "brand"|"plain"',
      'brand.json:5:17: starters.en.1 is malformed; expected string, received number',
      'brand.json:1:1: default_locale is malformed; expected string, received undefined',
      'brand.json:3:44: feedback is malformed; expected true, false or {"scale": "thumbs"|"stars"}',
      'brand.json:3:27: guard is malformed; expected one of "warn"|"mask"|"off"',
    ],
  });
});

it.each([
  [
    '{"header": }',
    'brand.json:1:12: the file is malformed; expected JSON (syntax error in line 1, column 12)',
  ],
  [undefined, 'unable to read brand.json'],
])('the branding file %j is refused', async (text, error) => {
  expect(await brand(text)).toEqual({ status: 1, lines: [], errors: [error] });
});

it.each(['person', 'none'])('a branding file with the agent kind %s gets a warning', async (kind) => {
  const text = `{"header": {"text": "Shop"}, "default_locale": "en", "agent_kind": "${kind}"}`;
  expect(await brand(text)).toEqual({
    status: 0,
    lines: [
      'brand.json: a relay takes this file',
      `brand.json: agent_kind is ${kind}: visitors are not told that a machine answers, which they must be where one does`,
    ],
    errors: [],
  });
});
