import type { Storm } from './virtual-storm.ts';

const WIDTH = 960;
const HEIGHT = 560;
const PANEL = { width: 400, height: 190 };
const SECONDS = 60;
const COLORS = ['#1f6feb', '#1a7f37', '#bf8700', '#cf222e'];

const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${x}" y="${y}" ${more}>${content}</text>`;

/** A panel of lines over the first minute; values are shares, `top` is the share at the upper edge. */
function panel(
  x: number,
  y: number,
  title: string,
  top: number,
  lines: readonly (readonly number[])[],
): string {
  const xOf = (second: number) => x + (PANEL.width * second) / SECONDS;
  const yOf = (share: number) => y + PANEL.height * (1 - share / top);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = yOf(part * top);
    return `<path d="M${x} ${at}h${PANEL.width}" stroke="#d0d7de"/>${text(x - 6, at + 4, `${+(100 * part * top).toFixed(1)} %`, 'text-anchor="end"')}`;
  });
  const seconds = [0, 15, 30, 45, 60].map((second) =>
    text(xOf(second), y + PANEL.height + 16, `${second} s`, 'text-anchor="middle"'),
  );
  const drawn = lines.map((values, nth) => {
    const points = values
      .slice(0, SECONDS)
      .map((value, second) => `${xOf(second + 0.5).toFixed(1)},${yOf(value).toFixed(1)}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLORS[nth]}" stroke-width="2"/>`;
  });
  return [text(x, y - 10, title, 'font-weight="600"'), ...ticks, ...seconds, ...drawn].join('\n');
}

/** An SVG: handshakes a second and widgets online, when the platform closes with 1012 and when it dies. */
export function drawStorms(
  widgets: number,
  { restart, crash }: { readonly restart: readonly Storm[]; readonly crash: readonly Storm[] },
): string {
  const shares = (storms: readonly Storm[]) =>
    storms.map(({ asked }) => asked.map((count) => count / widgets));
  const online = (storms: readonly Storm[]) => storms.map((storm) => storm.online);
  const top = (storms: readonly Storm[]) => Math.max(...shares(storms).flat()) * 1.05;
  const columns = [
    { x: 70, storms: restart, how: 'the platform closes with 1012' },
    { x: 545, storms: crash, how: 'the platform dies' },
  ];
  const panels = columns.flatMap(({ x, storms, how }) => [
    panel(x, 60, `Handshakes a second: ${how}`, top(storms), shares(storms)),
    panel(x, 315, `Widgets online: ${how}`, 1, online(storms)),
  ]);
  const legend = restart.map(
    ({ name }, nth) =>
      `<rect x="${70 + nth * 220}" y="${HEIGHT - 22}" width="16" height="4" fill="${COLORS[nth]}"/>${text(92 + nth * 220, HEIGHT - 15, `serves ${name}`)}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#1f2328">`,
    `<title>${widgets.toLocaleString('en')} widgets lose their platform at once and come back</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...panels,
    ...legend,
    '</svg>\n',
  ].join('\n');
}
