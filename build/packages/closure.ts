import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Candidates for the file that a specifier of a built module or of a declaration file names. */
const candidates = (path: string) => [path.replace(/\.[jt]sx?$/, '.d.ts'), path];

/** Every file below `folder` that the entries reach by relative imports; declaration files reach declaration files. */
export function closure(folder: string, entries: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, specifier = ''] of readFileSync(join(folder, file), 'utf8').matchAll(SPECIFIER)) {
      const path = join(dirname(file), specifier);
      const target = (file.endsWith('.d.ts') ? candidates(path) : [path]).find((candidate) =>
        existsSync(join(folder, candidate)),
      );
      if (target === undefined) throw new Error(`${file} imports ${specifier}, which does not exist`);
      visit(target);
    }
  };
  for (const entry of entries) visit(entry);
  return [...found];
}
