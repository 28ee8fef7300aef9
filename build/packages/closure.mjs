import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Candidates for the file that a specifier of a built module or of a declaration file names. */
const candidates = (path) => [path.replace(/\.[jt]sx?$/, '.d.ts'), path];

/** Every file below `folder` that the entries reach by relative imports; declaration files reach declaration files. */
export function closure(folder, entries) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(SPECIFIER)) {
      const path = join(dirname(file), specifier);
      const target = (file.endsWith('.d.ts') ? candidates(path) : [path]).find((it) =>
        existsSync(join(folder, it)),
      );
      if (target === undefined) throw new Error(`${file} imports ${specifier}, which does not exist`);
      visit(target);
    }
  };
  for (const entry of entries) visit(entry);
  return [...found];
}
