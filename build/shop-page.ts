import { readFile } from 'node:fs/promises';
import { withProducts } from '../src/cli/shop-page.ts';

const SHOP = new URL('../public/shop/index.html', import.meta.url);
const RELAY_SCRIPT = '<script src="{{RELAY}}/widget.js" async></script>';

/** The shop's page with its products, and with `script`, a module of ours, in place of the relay's. */
export async function shopPage(script: string): Promise<string> {
  const page = withProducts(await readFile(SHOP, 'utf8'));
  if (!page.includes(RELAY_SCRIPT)) throw new Error(`public/shop/index.html has no ${RELAY_SCRIPT}`);
  return page
    .replace(RELAY_SCRIPT, `<script src="${script}" type="module"></script>`)
    .replace('<script src="/shop/faults.js" type="module"></script>', '');
}
