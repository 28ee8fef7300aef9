// Makes the two npm packages in dist/foyer-chat and dist/foyer-relay from what the builds have made. The last step of `npm run build`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { closure } from './closure.mjs';
import { chatManifest, relayManifest, urlInRepository } from './manifests.mjs';

const slashes = (path) => path.replaceAll('\\', '/');
const root = slashes(fileURLToPath(new URL('../..', import.meta.url)));
const dist = join(root, 'dist');
const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => relative(folder, slashes(join(it.parentPath, it.name))));

/** Package managers of TypeScript before 5.7 expect the extensions of the built files. */
const declaration = (text) =>
  text.replace(/((?:\bfrom|\bimport)\s*\(?\s*['"]\.[^'"]+)\.tsx?(?=['"])/g, '$1.js');

/** Every relative link leads to a file of the package, or to the repository. `source` is the file in the repository. */
function markdown(text, source, file, isIncluded) {
  return text.replace(/(\]\()(?![a-z]+:|#)([^)#\s]+)/g, (_, before, path) => {
    const target = join(dirname(source), path);
    return before + (isIncluded(target) ? relative(dirname(file), target) : urlInRepository(target));
  });
}

/** The documents that a README links to, and the pictures in them. */
function linkedDocs(readme) {
  const targets = (file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?![a-z]+:)([^)#]+)/g)].map(([, path]) => path);
  const documents = targets(join(root, 'build/packages', readme))
    .map((it) => join('build/packages', it))
    .filter((it) => it.startsWith('docs/'));
  const pictures = documents.flatMap((it) => targets(join(root, it)).filter((path) => path.endsWith('.png')));
  return [...new Set([...documents, ...pictures.map((it) => `docs/${it}`)])];
}

function startPackage(manifest, readme) {
  const folder = join(dist, manifest.name);
  rmSync(folder, { recursive: true, force: true });
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const copy = (from, to) => cpSync(from, join(folder, to), { recursive: true });
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write('README.md', readFileSync(join(root, 'build/packages', readme), 'utf8'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) copy(join(root, file), file);
  const types = Object.values(manifest.exports).flatMap(
    ({ types }) => types?.replace('./dist/types/', '') ?? [],
  );
  for (const file of closure(join(dist, 'types'), types))
    write(join('dist/types', file), declaration(readFileSync(join(dist, 'types', file), 'utf8')));
  return { folder, write, copy, readme: `build/packages/${readme}` };
}

/** Throws when a file that the manifest names is missing, and rewrites the links that lead out of the package. */
function finishPackage({ folder, write, readme }, manifest) {
  const named = [
    ...Object.values(manifest.exports).flatMap((it) => Object.values(typeof it === 'string' ? [it] : it)),
    ...Object.values(manifest.bin ?? {}),
    ...manifest.files,
  ];
  const missing = named.filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) throw new Error(`${manifest.name} has no ${missing.join(', ')}; run npm run build`);
  const isIncluded = (path) => existsSync(join(folder, path));
  for (const file of filesIn(folder).filter((it) => it.endsWith('.md')))
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
  const it = startPackage(manifest, 'foyer-chat.md');
  for (const file of filesIn(join(dist, 'lib')).filter((it) => it.endsWith('.js')))
    it.copy(join(dist, 'lib', file), join('dist', file));
  it.copy(join(dist, 'lib/licenses.md'), 'THIRD-PARTY-LICENSES.md');
  finishPackage(it, manifest);
}

/** The folders of the example pages, without the sources of the two apps that are built. */
const isServed = (path) =>
  !/(^|\/)(node_modules|build\.mjs|README\.md)$/.test(path) && !/-app\/(?!dist(\/|$))/.test(path);

function assembleRelay() {
  const manifest = relayManifest(rootManifest);
  const it = startPackage(manifest, 'foyer-relay.md');
  for (const folder of ['node', 'browser', 'desk', 'console'])
    it.copy(join(dist, folder), join('dist', folder));
  it.copy(join(dist, 'browser/licenses.md'), 'THIRD-PARTY-LICENSES.md');
  // The page of the help centre imports the bridge from the site.
  for (const file of closure(join(dist, 'lib'), ['frame.js']))
    it.copy(join(dist, 'lib', file), join('dist/lib', file));
  const pages = join(root, 'public');
  for (const file of filesIn(pages).filter(isServed)) it.copy(join(pages, file), join('public', file));
  for (const file of linkedDocs('foyer-relay.md')) it.copy(join(root, file), file);
  finishPackage(it, manifest);
}

/** Makes both packages. */
export function assemblePackages() {
  assembleChat();
  assembleRelay();
}
