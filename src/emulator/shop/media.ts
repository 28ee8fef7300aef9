import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.ts';
import { PRODUCTS } from './products.ts';

const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;

const avatar = (colour: string, letter: string) =>
  svg(
    64,
    64,
    `<rect width="64" height="64" rx="32" fill="${colour}"/><text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle" fill="#ffffff">${letter}</text>`,
  );

const shopPicture = (name: string) => readFileSync(join(packageRoot(), 'public/shop/img', name), 'utf8');

/** The pictures of the agent's messages by file name: the products as the shop shows them. The platform serves them itself, so a demo needs no other host. */
export const MEDIA: ReadonlyMap<string, string> = new Map([
  ...PRODUCTS.map(({ picture }) => [picture, shopPicture(picture)] as const),
  ['iris.svg', avatar('#2f5d4e', 'I')],
  ['noor.svg', avatar('#8a4b2f', 'N')],
]);
