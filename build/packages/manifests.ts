/** Addresses of the project. A fork that publishes under another name changes them here. */
const REPOSITORY = 'https://github.com/foyer-chat/foyer';

/** The fields of the root's package.json that go into both packages. */
export interface RootManifest {
  readonly version: string;
  readonly license: string;
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** The package.json of a package that the build makes. */
export interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** URL of a file of the repository, for links that lead out of a package. */
export const urlInRepository = (path: string) => `${REPOSITORY}/blob/main/${path}`;

const exported = (types: string, file: string) => ({
  types: `./dist/types/${types}.d.ts`,
  default: `./dist/${file}.js`,
});

const common = ({ version, license, type, engines }: RootManifest) => ({
  version,
  license,
  author: 'The Foyer authors',
  homepage: `${REPOSITORY}#readme`,
  repository: { type: 'git', url: `git+${REPOSITORY}.git` },
  bugs: { url: `${REPOSITORY}/issues` },
  type,
  engines,
  publishConfig: { access: 'public', provenance: true },
});

/** The package for pages. It contains its libraries, so that nobody who installs it gets another package. */
export const chatManifest = (root: RootManifest) => ({
  name: 'foyer-chat',
  description:
    'An embeddable chat widget for conversational agent platforms, with components and a headless client.',
  keywords: ['chat', 'widget', 'agent', 'web-component', 'preact', 'react', 'websocket'],
  ...common(root),
  sideEffects: false,
  // For Parcel, which reads exports only where a project asks for it.
  main: './dist/index.js',
  types: './dist/types/embed/index.d.ts',
  exports: {
    '.': exported('embed/index', 'index'),
    './client': exported('chat/index', 'client'),
    './frame': exported('embed/frame-client', 'frame'),
    './preact': exported('embed/preact', 'preact'),
    './react': exported('embed/react', 'react'),
    './testing': exported('testing/index', 'testing'),
    './testing/playwright': exported('testing/playwright', 'testing-playwright'),
    './package.json': './package.json',
  },
  files: ['dist', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.md'],
  peerDependencies: { preact: '>=10', react: '>=18' },
  peerDependenciesMeta: { preact: { optional: true }, react: { optional: true } },
});

/** The package for Node. libsql has native code, which only the embedded platform needs: it is optional. */
export const relayManifest = (root: RootManifest) => ({
  name: 'foyer-relay',
  description:
    'The relay of the Foyer chat widget, clients of the agent platform, and an embedded platform for tests.',
  keywords: ['chat', 'relay', 'agent', 'websocket', 'hono'],
  ...common(root),
  sideEffects: ['./dist/node/cli.js'],
  bin: { 'foyer-relay': './dist/node/cli.js' },
  exports: {
    '.': exported('relay/index', 'node/relay'),
    './portable': exported('relay/portable/index', 'portable/relay'),
    './platform': exported('platform/index', 'node/platform'),
    './emulator': exported('emulator/index', 'node/emulator'),
    './package.json': './package.json',
  },
  files: ['dist', 'docs', 'public', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.md'],
  dependencies: root.dependencies,
  optionalDependencies: root.optionalDependencies,
  peerDependencies: { '@opentelemetry/api': '^1.4.0', '@types/node': '>=20' },
  peerDependenciesMeta: { '@opentelemetry/api': { optional: true }, '@types/node': { optional: true } },
});
