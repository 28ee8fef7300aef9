import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { builtPackage, PACKAGES, run } from './project.ts';

const root = resolve(import.meta.dirname, '../..');
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly hashes: readonly unknown[] }[];
}

it('S-95: a release has a bill of materials for each package, with what it installs and contains', () => {
  expect(
    run(process.execPath, ['--import', '@oxc-node/core/register', 'build/packages/sbom.ts'], root).stderr,
  ).not.toMatch(/Error/);
  for (const name of PACKAGES) {
    const { version, dependencies = {} } = json(join(builtPackage(name), 'package.json'));
    const { bomFormat, metadata, components } = json(join(root, 'dist', `${name}.cdx.json`)) as Bill;
    const names = components.map((component) => component.name);
    expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual([
      'CycloneDX',
      name,
      version,
    ]);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'preact', 'zod']));
    expect(names).not.toContain('vitest');
    expect(components.filter((component) => component.hashes.length === 0)).toEqual([]);
  }
});
