// Writes a CycloneDX bill of materials for each of the two npm packages, from the lock file and from what the builds contain:
// dist/foyer-chat.cdx.json and dist/foyer-relay.cdx.json. Needs `npm run build`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

interface Component extends Readonly<Record<string, unknown>> {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

function npmSbom(): Bill {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`unable to make the bill of materials; ${stderr}`);
  return JSON.parse(stdout);
}

/** The libraries that a build contains, as `name@version`. */
const bundled = (licenses: string) =>
  [...read(licenses).matchAll(/^## (\S+) - (\S+)/gm)].map(([, name, at]) => `${name}@${at}`);

/** Libraries that the package contains are not development dependencies of its users. */
const required = ({ properties, ...component }: Component) => ({ ...component, scope: 'required' });

/** A bill of one package: the `installed` components come with it, the `contained` ones are part of its files. */
function billOf(name: string, installed: readonly Component[], contained: readonly string[]): Bill {
  const { version, description } = JSON.parse(read(`dist/${name}/package.json`));
  const ref = `${name}@${version}`;
  const known = new Map(everything.components.map((component) => [component['bom-ref'], component]));
  const parts = contained.map((library) => {
    const component = known.get(library);
    if (!component) throw new Error(`the lock file has no ${library}, which ${name} contains`);
    return required(component);
  });
  const components = [...new Map([...installed, ...parts].map((part) => [part['bom-ref'], part])).values()];
  const refs = new Set(components.map((component) => component['bom-ref']));
  const direct =
    everything.dependencies.find((entry) => entry.ref === everything.metadata.component['bom-ref'])
      ?.dependsOn ?? [];
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
      { ref, dependsOn: [...new Set([...direct, ...contained])].filter((library) => refs.has(library)) },
      ...everything.dependencies
        .filter((entry) => refs.has(entry.ref))
        .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((library) => refs.has(library)) })),
    ],
  };
}

/** `--omit dev` would also omit what both the relay and a development dependency need. */
const isInstalled = ({ properties = [] }: Component) =>
  !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

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
