import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printIntegrity } from '../../src/cli/sri.ts';
import { useBench } from '../relay/support/bench.ts';

const open = useBench();
const folder = mkdtempSync(join(tmpdir(), 'foyer-sri-'));
const WIDGET = { header: { text: 'Ask </script>' }, default_locale: 'en' };

beforeAll(() => writeFileSync(join(folder, 'widget.js'), 'globalThis.seen = __FOYER_CONFIG__;'));
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(files: Record<string, string>, env: Record<string, string>, from = folder) {
  const lines: string[] = [];
  const isPrinted = await printIntegrity(
    {
      print: (line) => lines.push(line),
      printError: (line) => lines.push(`error: ${line}`),
      env,
      files: { read: (path) => files[path] },
      untilStopped: async () => {},
    },
    from,
  );
  return { isPrinted, lines };
}

describe('foyer-relay sri', () => {
  // Contract §4
  it('prints the hash of the script that a relay with this branding serves, and a tag with it', async () => {
    const bench = await open({ ports: { browserFolder: folder }, config: { widget: WIDGET } });
    const { text } = await bench.call('/widget.js', { origin: null });
    const hash = `sha384-${createHash('sha384').update(text).digest('base64')}`;
    const brand = { 'brand.json': JSON.stringify(WIDGET) };
    expect(await printed(brand, { FOYER_WIDGET_CONFIG: 'brand.json' })).toEqual({
      isPrinted: true,
      lines: [
        hash,
        '',
        `<script src="https://RELAY/widget.js" integrity="${hash}" crossorigin="anonymous" async></script>`,
      ],
    });
    const inFile = { ...brand, 'foyer.config.json': '{"FOYER_WIDGET_CONFIG":"brand.json","FOYER_PORT":1}' };
    expect((await printed(inFile, {})).lines[0]).toBe(hash);
  });

  it('prints another hash for another branding', async () => {
    const [first] = (await printed({}, {})).lines;
    const brand = { 'brand.json': JSON.stringify(WIDGET) };
    const [second] = (await printed(brand, { FOYER_WIDGET_CONFIG: 'brand.json' })).lines;
    expect([first, second]).toEqual([expect.stringMatching(/^sha384-/), expect.stringMatching(/^sha384-/)]);
    expect(first).not.toBe(second);
  });

  it('fails in words for an invalid branding file, and without the build', async () => {
    expect([
      await printed({}, { FOYER_WIDGET_CONFIG: 'nowhere.json' }),
      await printed({}, {}, join(folder, 'nowhere')),
    ]).toEqual([
      {
        isPrinted: false,
        lines: ['error: FOYER_WIDGET_CONFIG is malformed; expected the path of a readable JSON file'],
      },
      {
        isPrinted: false,
        lines: ['error: unable to read the widget script; the package is not built'],
      },
    ]);
  });
});
