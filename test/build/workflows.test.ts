import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));
const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
const [beforePublish = '', publish = ''] = release.split(/^ {2}publish:$/m);

describe('the workflows', () => {
  it('S-97: name every action by its commit, with the version in a comment', () => {
    const uses = workflows.flatMap(({ name, text }) =>
      [...text.matchAll(/uses:.*/g)].map(([line]) => `${name}: ${line}`),
    );
    expect(uses.length).toBeGreaterThan(4);
    expect(
      uses.filter((use) => !/: uses: [\w-]+(?:\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(use)),
    ).toEqual([]);
  });

  it('name an action by the same commit everywhere', () => {
    const named = new Set(workflows.flatMap(({ text }) => text.match(/(?<=uses: ).*/g) ?? []));
    const actions = [...named].map((action) => action.split('@')[0]);
    expect(actions).toEqual([...new Set(actions)]);
  });

  it('the workflows have no rights but those that a job asks for', () => {
    for (const { name, text } of workflows)
      expect([name, /^permissions:\n {2}contents: read$/m.test(text)]).toEqual([name, true]);
  });
});

describe('advisories', () => {
  const advisories = workflows.find(({ name }) => name === 'advisories.yml')?.text ?? '';
  const dependabot = readFileSync(join(root, '.github/dependabot.yml'), 'utf8');

  it('S-96: are compared with the lock file whenever it changes, and every night', () => {
    expect(advisories).toContain('--lockfile=package-lock.json');
    expect(advisories).toMatch(/^ {2}schedule:$/m);
    expect(advisories.match(/paths: \[package-lock\.json, /g)).toHaveLength(2);
  });

  it('S-96: lead to updates of packages, actions and the base of the image by a bot', () => {
    const ecosystems = [...dependabot.matchAll(/package-ecosystem: (\S+)/g)].map(([, name]) => name);
    expect(ecosystems).toEqual(['npm', 'github-actions', 'docker']);
    const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
    expect(bases.filter((base) => !/@sha256:[\da-f]{64}$/.test(base))).toEqual([]);
  });
});

describe('a release', () => {
  it('S-97: is published with provenance, by the one job that may ask for an identity', () => {
    expect(publish).toMatch(/^ {4}permissions:\n {6}id-token: write$/m);
    expect(publish).toMatch(/npm publish .*--provenance/);
    const others = workflows.map(({ name, text }) => (name === 'release.yml' ? beforePublish : text));
    expect(others.filter((text) => /id-token|npm publish/.test(text))).toEqual([]);
  });

  it('S-97: runs no code of dependencies beside that right, and knows no lasting token', () => {
    expect(publish.match(/- (?:uses|run): \S+(?: \S+)?/g)).toEqual([
      expect.stringContaining('uses: actions/download-artifact@'),
      expect.stringContaining('uses: actions/setup-node@'),
      '- run: for tarball',
    ]);
    expect(release).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  it('is tested as a whole first, and has the tag of its version', () => {
    expect(beforePublish).toContain('npm test -- --full');
    expect(beforePublish).toContain(
      '"v$(node -p "require(\'./package.json\').version")" = "$GITHUB_REF_NAME"',
    );
    expect(publish).toMatch(/^ {4}needs: pack$/m);
  });
});
