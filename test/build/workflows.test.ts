import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

it('S-96, S-97: workflows and the Dockerfile pin what they use by digest, and dependabot watches it', () => {
  const workflows = readdirSync(resolve(root, '.github/workflows')).map((name) =>
    read(`.github/workflows/${name}`),
  );
  const uses = workflows.flatMap((text) => text.match(/(?<=uses: ).*/g) ?? []);
  const bases = [...read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
  expect(uses.length).toBeGreaterThan(4);
  expect(bases.length).toBeGreaterThan(0);
  expect(uses.filter((use) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(use))).toEqual([]);
  expect(bases.filter((base) => !/@sha256:[\da-f]{64}$/.test(base))).toEqual([]);
  const ecosystems = read('.github/dependabot.yml').match(/(?<=package-ecosystem: )\S+/g);
  expect(ecosystems).toEqual(['npm', 'github-actions', 'docker']);
});
