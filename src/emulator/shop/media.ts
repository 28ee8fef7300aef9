const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;

const product = (inside: string) =>
  svg(
    480,
    320,
    `<rect width="480" height="320" fill="#f3ede2"/><rect y="262" width="480" height="58" fill="#e2d6c2"/>${inside}`,
  );

const avatar = (colour: string, letter: string) =>
  svg(
    64,
    64,
    `<rect width="64" height="64" rx="32" fill="${colour}"/><text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle" fill="#ffffff">${letter}</text>`,
  );

/** The pictures of the agent's messages by file name. They are part of the program, so a demo needs no other host. */
export const MEDIA: ReadonlyMap<string, string> = new Map([
  [
    'lamp.svg',
    product(
      '<circle cx="240" cy="110" r="90" fill="#fbe7a8" opacity="0.6"/><path d="M190 140h100l-24-76h-52z" fill="#2f5d4e"/><path d="M235 140h10v116h-10z" fill="#7a5c3e"/><ellipse cx="240" cy="262" rx="56" ry="12" fill="#7a5c3e"/>',
    ),
  ],
  [
    'stool.svg',
    product(
      '<rect x="160" y="132" width="160" height="24" rx="12" fill="#a9793f"/><path d="M184 156l-16 112M296 156l16 112M240 156v112" stroke="#a9793f" stroke-width="14" stroke-linecap="round"/>',
    ),
  ],
  [
    'vase.svg',
    product(
      '<path d="M210 96h60c-8 36 34 60 34 108 0 40-28 62-64 62s-64-22-64-62c0-48 42-72 34-108z" fill="#6f8f8a"/><path d="M232 96C224 62 206 44 186 34M248 96c4-40 20-58 44-66M240 96V28" stroke="#5b6b3c" stroke-width="5" fill="none" stroke-linecap="round"/>',
    ),
  ],
  ['iris.svg', avatar('#2f5d4e', 'I')],
  ['noor.svg', avatar('#8a4b2f', 'N')],
]);
