import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { line } from './page.ts';

const root = fileURLToPath(new URL('../dist/browser/', import.meta.url));
const kb = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`;

/** Prints the brotli sizes of the files that a visitor of a page with the script tag loads. */
export function sizes(): void {
  const size = (path: string) => brotliCompressSync(readFileSync(root + path)).length;
  const chunk = (name: string) =>
    readdirSync(`${root}assets`)
      .filter((file) => file.startsWith(`${name}-`))
      .reduce((sum, file) => sum + size(`assets/${file}`), 0);
  const loader = size('widget.js');
  const usable = loader + chunk('panel');
  console.log('Size, brotli');
  line('loader', kb(loader), 'limit 3.5 kB');
  line('everything up to a usable conversation', kb(usable), 'limit 40 kB');
  line('an open conversation in English', kb(usable + chunk('rest-parts')), 'limit 64 kB');
}
