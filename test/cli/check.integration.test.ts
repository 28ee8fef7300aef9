import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/cli/start.ts';
import { useBench } from '../relay/support/bench.ts';

const open = useBench();
const folder = mkdtempSync(join(tmpdir(), 'foyer-check-'));
const WIDGET = { header: { text: 'Ask </script>' }, default_locale: 'en' };
const ENV = {
  FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example',
  FOYER_CONNECTOR_TOKEN: 'a-token-that-nobody-guesses',
  FOYER_HOST_IDENTIFIER: 'shop.example',
  FOYER_ALLOWED_ORIGINS: 'https://shop.example',
};
const VALID = 'The configuration is valid.';

beforeAll(() => writeFileSync(join(folder, 'widget.js'), 'globalThis.seen = __FOYER_CONFIG__;'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of `foyer-relay start --check` with this branding file; undefined: with none. */
async function check(brand: unknown, from = folder) {
  const lines: string[] = [];
  const text = typeof brand === 'string' ? brand : JSON.stringify(brand);
  const isValid = await checkConfig(
    {
      print: (line) => lines.push(line),
      printError: (line) => lines.push(`error: ${line}`),
      env: { ...ENV, ...(brand !== undefined && { FOYER_WIDGET_CONFIG: 'brand.json' }) },
      files: { read: (path) => (path === 'brand.json' ? text : undefined) },
      untilStopped: async () => {},
    },
    from,
  );
  return { isValid, lines };
}

describe('foyer-relay start --check', () => {
  // Contract §4
  it('prints a tag with the hash of the script that a relay with this branding serves', async () => {
    const bench = await open({ ports: { browserFolder: folder }, config: { widget: WIDGET } });
    const { text } = await bench.call('/widget.js', { origin: null });
    const hash = `sha384-${createHash('sha384').update(text).digest('base64')}`;
    expect(await check(WIDGET)).toEqual({
      isValid: true,
      lines: [
        VALID,
        `<script src="https://RELAY/widget.js" integrity="${hash}" crossorigin="anonymous" async></script>`,
      ],
    });
    expect((await check(undefined)).lines[1]).not.toContain(hash);
  });

  it('prints no tag without the build', async () => {
    expect(await check(WIDGET, join(folder, 'nowhere'))).toEqual({ isValid: true, lines: [VALID] });
  });

  it('names each fault of a branding file with its line and column', async () => {
    const text = `{
  "header": { "text": "Shop", "imgae": "x" },
  "header_style": "loud", "guard": "loud", "feedback": {"scale": "ten"},
  "starters": {
    "en": ["1", 2]
  }
}`;
    const key = 'error: FOYER_WIDGET_CONFIG';
    expect(await check(text)).toEqual({
      isValid: false,
      lines: [
        `${key}.header.imgae is unknown; expected image or another documented key (brand.json:2:31)`,
        `${key}.header_style is malformed; expected one of "brand"|"plain" (brand.json:3:3)`,
        `${key}.starters.en.1 is malformed; expected string, received number (brand.json:5:17)`,
        `${key}.default_locale is malformed; expected string, received undefined (brand.json:1:1)`,
        `${key}.feedback is malformed; expected true, false or {"scale": "thumbs"|"stars"} (brand.json:3:44)`,
        `${key}.guard is malformed; expected one of "warn"|"mask"|"off" (brand.json:3:27)`,
      ],
    });
    expect((await check('{"header": }')).lines).toEqual([
      `${key} is malformed; expected JSON (syntax error in line 1, column 12) (brand.json)`,
    ]);
  });

  it.each(['person', 'none'])('warns of a branding file with the agent kind %s', async (kind) => {
    const { isValid, lines } = await check({ ...WIDGET, agent_kind: kind });
    expect([isValid, lines[1]]).toEqual([
      true,
      `agent_kind is ${kind}: visitors are not told that a machine answers; tell them if one does`,
    ]);
  });
});
