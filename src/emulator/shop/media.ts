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
  [
    'pendant.svg',
    product(
      '<path d="M240 0v84" stroke="#4a4540" stroke-width="4"/><rect x="226" y="80" width="28" height="18" rx="4" fill="#b08d4f"/><path d="M196 98h88l44 84H152z" fill="#e9dcc3"/><path d="M212 98l-24 84M240 98v84M268 98l24 84" stroke="#cbb894" stroke-width="3"/><ellipse cx="240" cy="184" rx="88" ry="12" fill="#fbe7a8"/>',
    ),
  ],
  [
    'throw.svg',
    product(
      '<rect x="120" y="196" width="240" height="66" rx="16" fill="#7d8f86"/><rect x="120" y="150" width="240" height="58" rx="16" fill="#93a59b"/><path d="M140 178h200M140 228h200" stroke="#f3ede2" stroke-width="5" stroke-dasharray="14 10"/>',
    ),
  ],
  [
    'bowl.svg',
    product(
      '<path d="M128 150h224c0 70-46 112-112 112s-112-42-112-112z" fill="#54616b"/><ellipse cx="240" cy="150" rx="112" ry="24" fill="#6d7c87"/><circle cx="210" cy="142" r="26" fill="#c9713f"/><circle cx="262" cy="138" r="28" fill="#d7a24a"/>',
    ),
  ],
  [
    'candle.svg',
    product(
      '<rect x="190" y="132" width="100" height="130" rx="10" fill="#c8a869"/><rect x="190" y="176" width="100" height="50" fill="#f3ede2"/><path d="M240 132v-20" stroke="#4a4540" stroke-width="4"/><path d="M240 62c18 22 20 40 0 52-20-12-18-30 0-52z" fill="#f0a93b"/>',
    ),
  ],
  [
    'boards.svg',
    product(
      '<rect x="150" y="78" width="96" height="184" rx="18" fill="#7a5c3e"/><circle cx="198" cy="102" r="9" fill="#f3ede2"/><rect x="222" y="110" width="110" height="152" rx="18" fill="#b98a4e"/><circle cx="277" cy="134" r="9" fill="#f3ede2"/>',
    ),
  ],
  ['iris.svg', avatar('#2f5d4e', 'I')],
  ['noor.svg', avatar('#8a4b2f', 'N')],
]);
