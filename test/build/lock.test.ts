import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(resolve(root, file), 'utf8'));
const entries = Object.entries(read('package-lock.json').packages as Record<string, Entry>).filter(
  ([path]) => path !== '',
);

/** Packages that want to run something when they are installed. None of them needs it here. */
const WITH_SCRIPTS = ['node_modules/fsevents', 'node_modules/esbuild'];

describe('S-94: the lock file', () => {
  it('pins every package by hash', () => {
    const loose = entries.filter(([, value]) => !value.inBundle && !value.integrity?.startsWith('sha512-'));
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('records no registry URL', () => {
    expect(entries.filter(([, value]) => value.resolved !== undefined || value.link)).toEqual([]);
    expect(readFileSync(resolve(root, 'package-lock.json'), 'utf8')).not.toContain('.tgz');
  });

  it('lists the packages that run an installation script', () => {
    const scripts = entries.filter(([, value]) => value.hasInstallScript).map(([path]) => path);
    expect(scripts.filter((path) => !WITH_SCRIPTS.some((item) => path.endsWith(item)))).toEqual([]);
  });

  it('pins exact versions', () => {
    const { dependencies, devDependencies } = read('package.json');
    const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    );
    expect(ranges).toEqual([]);
  });
});
