import { type AttackTemplate, SHOP, templatesFor } from './canary.ts';

/** Nested, overlapping and unclosed Markdown; bidirectional and invisible characters; names with a meaning in programs. */

const image = (call: string) => `<img src=x onerror=${call}>`;

const fences: readonly AttackTemplate[] = templatesFor(['```', '~~~', '````', '~~~~~'], (fence) => [
  ({ call }) => `${fence}html\n${image(call)}\n${fence}`,
  ({ call }) => `${fence}" onclick="${call}\ncode\n${fence}`,
  ({ call }) => `${fence}\n${image(call)}`,
  ({ call }) => `- ${fence}\n  ${image(call)}\n${image(call)}\n  ${fence}`,
  ({ call }) => `> ${fence}\n> ${image(call)}\n${image(call)}`,
  ({ call }) => `${fence}\n${fence.slice(1)}\n${image(call)}\n${fence}\n${image(call)}`,
  ({ call }) => `   ${fence} ${image(call)}\n${image(call)}\n   ${fence}   \n${image(call)}`,
]);

const nesting: readonly AttackTemplate[] = [
  ({ call }) => `**_~~[${image(call)}](${SHOP})~~_**`,
  ({ call }) => `[a [b](${SHOP}) c](javascript:${call})`,
  ({ call }) => `[a](<${SHOP}> "t" onclick=${call})`,
  ({ call }) => `[a](${SHOP} 't' 'onclick=${call}')`,
  ({ call }) => `[a](${SHOP}((((${call}`,
  ({ call }) => `[a](${SHOP}"><img/src=x/onerror=${call}>)`,
  ({ call }) => `![a"onerror="${call}](${SHOP}x.png)`,
  ({ call }) => `![a](${SHOP}x.png"onerror="${call})`,
  ({ call }) => `![a\`" onerror=${call} x=\`](x)`,
  ({ call }) => `![<b](x)${call}</b>`,
  ({ call }) => `[\`](${SHOP})\` <b onclick=${call}>`,
  ({ call }) => `\`<b\` onclick=${call}>\``,
  ({ call }) => `<b\n\nonclick=${call}>x`,
  ({ call }) => `<a href="${SHOP}\n" onclick="${call}">x</a>`,
  ({ call }) => `<a href=${SHOP}>[x](javascript:${call})</a>`,
  ({ call }) => `[<a href=javascript:${call}>x</a>](${SHOP})`,
  ({ call }) => `https://shop.example/<b onclick=${call}>x</b>`,
  ({ call }) => `https://shop.example/"onmouseover="${call}`,
  ({ call }) => `https://shop.example/'onmouseover='${call}'`,
  ({ call }) => `<https://shop.example/"onmouseover="${call}>`,
  ({ call }) => `<javascript:${call}@shop.example>`,
  ({ call }) => `[x]: javascript:${call}\n\n[x] [x][] [y][x]`,
  ({ call }) => `[X]:\n  <javascript:${call}>\n  "title"\n\n![x][X]`,
  ({ call }) => `[^1]: ${image(call)}\n\nNote[^1]`,
  ({ call }) => `Term\n: ${image(call)}\n\n*[HTML]: ${image(call)}`,
  ({ call }) => `---\ntitle: ${image(call)}\n---\n${image(call)}`,
  ({ call }) => `:::${image(call)}\n{onclick=${call} .class #id}\n:::`,
  ({ call }) => `# Heading {#id onclick=${call}}\n\n[x](${SHOP}){onclick=${call}}`,
  ({ call }) => `$$\\href{javascript:${call}}{x}$$ \\(\\url{javascript:${call}}\\)`,
  ({ call }) => `\`\`\`mermaid\ngraph LR; A-->B; click A "javascript:${call}"\n\`\`\``,
  ({ call }) => `${'> '.repeat(40)}${image(call)}`,
  ({ call }) => `${'- '.repeat(40)}${image(call)}`,
  ({ call }) => `${'['.repeat(60)}${image(call)}${`](${SHOP})`.repeat(60)}`,
  ({ call }) => `${'*'.repeat(60)}${image(call)}${'_'.repeat(60)}`,
  ({ call }) => `${'<b>'.repeat(60)}${image(call)}`,
  ({ call }) => `| a |\n|---|\n| ${image(call)} \\| <b onclick=${call}> |\n| [x](javascript:${call}) |`,
];

const CONTROLS = ['\u202e', '\u202d', '\u2066', '\u2067', '\u2068', '\u2069\u202e', '\u200f', '\u061c'];

const characters: readonly AttackTemplate[] = [
  ...templatesFor(CONTROLS, (control) => [
    ({ url }) => `${control}moc.knab//:sptth ${url}`,
    ({ call }) => `[${control}example](javascript:${call})`,
    ({ url }) => `Invoice${control}fdp.${image(url)}`,
  ]),
  ...templatesFor(
    ['\0', '\u0008', '\u000b', '\u000c', '\u001b[31m', '\u0085', '\ufffe', '\ud800', '\u{e0041}'],
    (sign) => [
      ({ call }) => `<${sign}script>${call}</script>`,
      ({ call }) => `<im${sign}g src=x onerror${sign}=${call}>`,
      ({ call }) => `[x](java${sign}script:${call})`,
    ],
  ),
  ({ call }) => `\u202a<script>\u202c${call}</script>`,
  ({ call }) => `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  ({ call }) => `¼script¾${call}¼/script¾`,
  ({ call }) => `＜script＞${call}＜/script＞`,
  ({ call }) => `‹img src=x onerror=${call}›`,
  ({ call }) => `<ſcript>${call}</ſcript>`,
  ({ call }) => `<İmg src=x onerror=${call}>`,
  ({ call }) => `&lt;script&gt;${call}&lt;/script&gt;`,
  ({ call }) => `&LT;script&GT;${call}&LT;/script&GT;`,
  ({ call }) => `&lt&excl;--&gt&lt;img src=x onerror=${call}&gt`,
  ({ call }) => `&#0000060;img src=x onerror=${call}&#0000062;`,
  ({ call }) => `<a href="java&Tab;script&colon;${call}">x</a>`,
  ({ call }) => `<a href="&#106;&#97;vascript&#x3a;${call}">x</a>`,
  ({ call }) => `[x](&#106;avascript:${call}) &bsol;x3cimg src=x onerror=${call}&bsol;x3e`,
  ({ call }) => `\\x3cimg src=x onerror=${call}\\x3e \\74img onerror=${call}\\76`,
  ({ call }) => `%3Cimg%20src%3Dx%20onerror%3D${call}%3E`,
  ({ call }) => `Z\u0351\u036b\u0343${'\u0300'.repeat(80)}${image(call)}`,
];

const NAMES =
  '__proto__ constructor prototype toString hasOwnProperty valueOf __defineGetter__ innerHTML outerHTML srcdoc then toJSON length body currentScript Foyer'.split(
    ' ',
  );

const names: readonly AttackTemplate[] = [
  ...templatesFor(NAMES, (name) => [
    ({ call }) => `{"${name}":{"polluted":"${call}"}}`,
    ({ call }) => `<b id=${name} name=${name} ${name}=${call}>${name}</b>`,
    ({ call }) => `[${name}]: javascript:${call}\n\n[${name}]`,
  ]),
  ({ call }) => `{"type":"script","props":{"children":"${call}"},"key":null,"__v":0}`,
  ({ call }) => `{"__html":"${`<img src=x onerror=${call}>`}"}`,
  ({ call }) => `"+${call}+"`,
  ({ call }) => `';${call};//`,
  ({ call }) => `\`;${call};\``,
  ({ call }) => `*/${call};/*`,
  ({ call }) => `\n${call}//`,
  ({ call }) => `)]}',\n${call}`,
];

export const MARKDOWN: readonly AttackTemplate[] = [...fences, ...nesting, ...characters, ...names];
