import boards from '../../../public/shop/img/board.svg?raw';
import bowl from '../../../public/shop/img/bowl.svg?raw';
import candle from '../../../public/shop/img/candle.svg?raw';
import pendant from '../../../public/shop/img/pendant.svg?raw';
import stool from '../../../public/shop/img/stool.svg?raw';
import lamp from '../../../public/shop/img/table-lamp.svg?raw';
import wool from '../../../public/shop/img/throw.svg?raw';
import vase from '../../../public/shop/img/vase.svg?raw';

const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;

const avatar = (colour: string, letter: string) =>
  svg(
    64,
    64,
    `<rect width="64" height="64" rx="32" fill="${colour}"/><text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle" fill="#ffffff">${letter}</text>`,
  );

/** The pictures of the agent's messages by file name: the products as the shop shows them. They are part of the program, so a demo needs no other host. */
export const MEDIA: ReadonlyMap<string, string> = new Map([
  ['lamp.svg', lamp],
  ['stool.svg', stool],
  ['vase.svg', vase],
  ['pendant.svg', pendant],
  ['throw.svg', wool],
  ['bowl.svg', bowl],
  ['candle.svg', candle],
  ['boards.svg', boards],
  ['iris.svg', avatar('#2f5d4e', 'I')],
  ['noor.svg', avatar('#8a4b2f', 'N')],
]);
