// Makes the two npm packages in dist/foyer-chat and dist/foyer-relay from what the builds have made. The last step of `npm run build`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { closure } from './closure.ts';
import { chatManifest, type Manifest, relayManifest, urlInRepository } from './manifests.ts';

const slashes = (path: string) => path.replaceAll('\\', '/');
const root = slashes(fileURLToPath(new URL('../..', import.meta.url)));
const dist = join(root, 'dist');
const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, slashes(join(parentPath, name))));

/** Package managers of TypeScript before 5.7 expect the extensions of the built files. */
const declaration = (text: string) =>
  text.replace(/((?:\bfrom|\bimport)\s*\(?\s*['"]\.[^'"]+)\.tsx?(?=['"])/g, '$1.js');

/** The packages that a declaration names. `node:` modules come with `@types/node`. */
const packagesIn = (text: string) =>
  [
    ...text.matchAll(/(?:\bfrom |\bimport\()['"]((?:@[^/'"]+\/)?[\w:][^/'"]*)|<reference types="([^"]+)"/g),
  ].map(([, imported = '', types]) =>
    types !== undefined || imported.startsWith('node:') ? '@types/node' : imported,
  );

/** Throws when a declaration names a package that is not installed with this one. */
function checkPackages(
  { dependencies, optionalDependencies, peerDependencies }: Manifest,
  file: string,
  text: string,
): void {
  const installed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  const missing = packagesIn(text).filter((name) => !Object.hasOwn(installed, name));
  if (missing.length > 0) throw new Error(`${file} names the types of ${missing.join(', ')}`);
}

/** Every relative link leads to a file of the package, or to the repository. `source` is the file in the repository. */
function markdown(text: string, source: string, file: string, isIncluded: (path: string) => boolean): string {
  return text.replace(/(\]\()(?![a-z]+:|#)([^)#\s]+)/g, (_, before: string, path: string) => {
    const target = join(dirname(source), path);
    return before + (isIncluded(target) ? relative(dirname(file), target) : urlInRepository(target));
  });
}

/** The documents that a README links to, and the pictures in them. */
function linkedDocs(readme: string): string[] {
  const targets = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?![a-z]+:)([^)#]+)/g)].map(([, path = '']) => path);
  const documents = targets(join(root, 'build/packages', readme))
    .map((path) => join('build/packages', path))
    .filter((path) => path.startsWith('docs/'));
  const pictures = documents.flatMap((file) =>
    targets(join(root, file)).filter((path) => path.endsWith('.png')),
  );
  return [...new Set([...documents, ...pictures.map((path) => `docs/${path}`)])];
}

function startPackage(manifest: Manifest, readme: string) {
  const folder = join(dist, manifest.name);
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const copy = (from: string, to: string) => cpSync(from, join(folder, to), { recursive: true });
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write('README.md', readFileSync(join(root, 'build/packages', readme), 'utf8'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) copy(join(root, file), file);
  const types = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : entry.types.replace('./dist/types/', ''),
  );
  for (const file of closure(join(dist, 'types'), types)) {
    const text = readFileSync(join(dist, 'types', file), 'utf8');
    checkPackages(manifest, file, text);
    write(join('dist/types', file), declaration(text));
  }
  return { folder, write, copy, readme: `build/packages/${readme}` };
}

/** Throws when a file that the manifest names is missing, and rewrites the links that lead out of the package. */
function finishPackage(
  { folder, write, readme }: ReturnType<typeof startPackage>,
  { name, exports, bin = {}, files }: Manifest,
): void {
  const named = [
    ...Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry))),
    ...Object.values(bin),
    ...files,
  ];
  const missing = named.filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) throw new Error(`${name} has no ${missing.join(', ')}; run npm run build`);
  const isIncluded = (path: string) => existsSync(join(folder, path));
  for (const file of filesIn(folder).filter((path) => path.endsWith('.md')))
    write(
      file,
      markdown(
        readFileSync(join(folder, file), 'utf8'),
        file === 'README.md' ? readme : file,
        file,
        isIncluded,
      ),
    );
}

function assembleChat() {
  const manifest = chatManifest(rootManifest);
  const started = startPackage(manifest, 'foyer-chat.md');
  for (const file of filesIn(join(dist, 'lib')).filter((path) => path.endsWith('.js')))
    started.copy(join(dist, 'lib', file), join('dist', file));
  started.copy(join(dist, 'lib/licenses.md'), 'THIRD-PARTY-LICENSES.md');
  finishPackage(started, manifest);
}

/** The folders of the example pages, without the sources of the two apps that are built. */
const isServed = (path: string) =>
  !/(^|\/)(node_modules|README\.md)$/.test(path) && !/-app\/(?!dist(\/|$))/.test(path);

function assembleRelay() {
  const manifest = relayManifest(rootManifest);
  const started = startPackage(manifest, 'foyer-relay.md');
  for (const folder of ['node', 'portable', 'browser', 'desk', 'console'])
    started.copy(join(dist, folder), join('dist', folder));
  started.copy(join(dist, 'browser/licenses.md'), 'THIRD-PARTY-LICENSES.md');
  // The page of the help centre imports the bridge from the site.
  for (const file of closure(join(dist, 'lib'), ['frame.js', 'index.js', 'testing.js']))
    started.copy(join(dist, 'lib', file), join('dist/lib', file));
  const pages = join(root, 'public');
  for (const file of filesIn(pages).filter(isServed)) started.copy(join(pages, file), join('public', file));
  for (const file of linkedDocs('foyer-relay.md')) started.copy(join(root, file), file);
  finishPackage(started, manifest);
}

/** Makes both packages. */
export function assemblePackages() {
  assembleChat();
  assembleRelay();
}
