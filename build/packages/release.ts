// npm run release: builds, checks and packs both packages in dist/tarballs, prints what is in them, and writes a bill of
// materials for each (sbom.ts). Nothing is published:
// only the release workflow can, because a package states where it was built (.github/workflows/release.yml).
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tarballs = join(root, 'dist/tarballs');

/** Runs npm or npx; ends this program when it fails. */
function run(program: string, args: readonly string[], stdout: 'inherit' | 'pipe' = 'inherit'): string {
  const { status, stdout: printed } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['inherit', stdout, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  return printed;
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

run('npm', ['run', '--silent', 'build']);
run('npm', ['run', '--silent', 'check', '--', 'package', 'size']);
run('npx', ['vitest', 'run', '--project', 'night', 'test/packages']);

rmSync(tarballs, { recursive: true, force: true });
mkdirSync(tarballs, { recursive: true });
/** Output of `npm pack --json` for a package. */
interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const packed = ['foyer-chat', 'foyer-relay'].map(
  (name): Packed =>
    JSON.parse(run('npm', ['pack', `./dist/${name}`, '--json', '--pack-destination', tarballs], 'pipe'))[0],
);
await import('./sbom.ts');
for (const { name, version, filename, size, unpackedSize, files } of packed) {
  console.log(
    `\n${name} ${version}: ${filename}, ${kb(size)} packed, ${kb(unpackedSize)} unpacked, ${files.length} files`,
  );
  for (const { path, size: bytes } of files) console.log(`  ${path} ${bytes}`);
}
