// Writes a CycloneDX bill of materials for each of the two npm packages, from the lock file and from what the builds contain:
// dist/foyer-chat.cdx.json and dist/foyer-relay.cdx.json. Needs `npm run build`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(`${root}/${path}`, 'utf8');

function npmSbom() {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`unable to make the bill of materials; ${stderr}`);
  return JSON.parse(stdout);
}

/** The libraries that a build contains, as `name@version`. */
const bundled = (licenses) =>
  [...read(licenses).matchAll(/^## (\S+) - (\S+)/gm)].map(([, name, at]) => `${name}@${at}`);

/** Libraries that the package contains are not development dependencies of its users. */
const required = ({ properties, ...component }) => ({ ...component, scope: 'required' });

/** A bill of one package: the `installed` components come with it, the `contained` ones are part of its files. */
function billOf(name, installed, contained) {
  const { version, description } = JSON.parse(read(`dist/${name}/package.json`));
  const ref = `${name}@${version}`;
  const known = new Map(everything.components.map((it) => [it['bom-ref'], it]));
  const parts = contained.map((it) => {
    const component = known.get(it);
    if (!component) throw new Error(`the lock file has no ${it}, which ${name} contains`);
    return required(component);
  });
  const components = [...new Map([...installed, ...parts].map((it) => [it['bom-ref'], it])).values()];
  const refs = new Set(components.map((it) => it['bom-ref']));
  const direct =
    everything.dependencies.find((it) => it.ref === everything.metadata.component['bom-ref'])?.dependsOn ??
    [];
  return {
    ...everything,
    metadata: {
      ...everything.metadata,
      component: {
        'bom-ref': ref,
        type: 'library',
        name,
        version,
        description,
        purl: `pkg:npm/${ref}`,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [
      { ref, dependsOn: [...new Set([...direct, ...contained])].filter((it) => refs.has(it)) },
      ...everything.dependencies
        .filter((it) => refs.has(it.ref))
        .map((it) => ({ ...it, dependsOn: it.dependsOn.filter((on) => refs.has(on)) })),
    ],
  };
}

/** `--omit dev` would also omit what both the relay and a development dependency need. */
const isInstalled = ({ properties }) =>
  !properties.some((it) => it.name === 'cdx:npm:package:development' && it.value === 'true');

const everything = npmSbom();
const bills = {
  'foyer-chat': billOf('foyer-chat', [], bundled('dist/lib/licenses.md')),
  'foyer-relay': billOf(
    'foyer-relay',
    everything.components.filter(isInstalled),
    bundled('dist/browser/licenses.md'),
  ),
};
for (const [name, bill] of Object.entries(bills)) {
  const file = `dist/${name}.cdx.json`;
  writeFileSync(`${root}/${file}`, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} components`);
}
