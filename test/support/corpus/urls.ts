import { type AttackTemplate, templatesFor } from './canary.ts';

/** URLs that execute scripts, leak data, or look like other URLs. */

const SCHEMES =
  'javascript vbscript livescript mocha data blob file filesystem about view-source ws wss ftp feed jar intent android-app ms-settings chrome chrome-extension resource x-javascript javascript&colon; jаvascript'.split(
    ' ',
  );

const schemes = templatesFor(SCHEMES, (scheme) => [
  ({ call }) => `[go](${scheme}:${call})`,
  ({ call }) => `[go](  ${scheme.toUpperCase()}:${call}  "title")`,
  ({ call }) => `<${scheme}:${call}>`,
  ({ call }) => `<a href=" &#14; ${scheme}:${call}">go</a>`,
  ({ call }) => `![x](${scheme}://x/%0a${call})`,
  ({ call }) => `${scheme}:${call}`,
]);

const spellings: readonly AttackTemplate[] = [
  ({ call }) => `[go](java\tscript:${call})`,
  ({ call }) => `[go](java\nscript:${call})`,
  ({ call }) => `[go](\u0001javascript:${call})`,
  ({ call }) => `[go](\u00a0javascript:${call})`,
  ({ call }) => `[go](\ufeffjavascript:${call})`,
  ({ call }) => `[go](javascript\u200b:${call})`,
  ({ call }) => `[go](javascript\u2028:${call})`,
  ({ call }) => `[go](javascript&#58;${call})`,
  ({ call }) => `[go](javascript%3a${call})`,
  ({ call }) => `[go](&#x6A;avascript:${call})`,
  ({ call }) => `[go](\\javascript:${call})`,
  ({ call }) => `[go](<javascript:${call}>)`,
  ({ call }) => `[go](javascript://shop.example/%0d%0a${call})`,
  ({ call }) => `[go](javascript://shop.example/\u2029${call})`,
  ({ call }) => `[go](data:text/html;base64,${btoa(`<script>opener.${call}</script>`)})`,
  ({ call }) =>
    `[go](data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>opener.${call}</script>)`,
  ({ call }) => `[go](blob:https://shop.example/${call})`,
  ({ call }) => `[go](view-source:javascript:${call})`,
  ({ call }) => `[go](feed:javascript:${call})`,
  ({ call }) => `[go](tel:${call})`,
  ({ call }) => `[go](tel:%E0%A4%A${call})`,
  ({ call }) => `[go](mailto:x@shop.example?body=<script>${call}</script>)`,
  ({ url }) => `[https://shop.example](${url})`,
  ({ url }) => `https://shop.example@${url.slice(8)}`,
  ({ url }) => `[go](${url.slice(6)})`,
  ({ url }) => `[go](\\\\${url.slice(8)})`,
  ({ url }) => `[go](/\\${url.slice(8)})`,
  ({ url }) => `[go](https:${url.slice(8)})`,
  ({ url }) => `[go](http:///${url.slice(8)})`,
  ({ url }) => `[go](https:\t//${url.slice(8)})`,
  ({ url }) => `[go](https://shop.example\\@${url.slice(8)})`,
  ({ url }) => `[go](https://shop.example%2f@${url.slice(8)})`,
  ({ url }) => `[go](https://ѕhop.example/${url.length})`,
  ({ url }) => `[go](https://shop.example\u3002${url.slice(8)})`,
  ({ url }) => `[go](HTTPS://USER:PASS@${url.slice(8)})`,
];

/** Texts that would cause a request for an image, a preview or a style without a click. */
const requests: readonly AttackTemplate[] = [
  ({ url }) => `![](${url})`,
  ({ url }) => `![pixel](${url} =1x1)`,
  ({ url }) => `![pixel](<${url}> "title")`,
  ({ url }) => `![pixel](${url.slice(6)})`,
  ({ url }) => `![pixel](/\\${url.slice(8)})`,
  ({ url }) => `![pixel](http:${url.slice(6)})`,
  ({ url }) => `![pixel](https://user@${url.slice(8)})`,
  ({ url }) => `![pixel](https://img.example@${url.slice(8)})`,
  ({ url }) => `![pixel](https://img.example.${url.slice(8)})`,
  ({ url }) => `[![pixel](${url})](${url})`,
  ({ url }) => `![a ![b](${url}) c](${url})`,
  ({ url }) => `![pixel][p]\n\n[p]: ${url}`,
  ({ url }) => `![p][]\n[p]: <${url}> "t"`,
  ({ url }) => `![p]\n[p]:\n${url}`,
  ({ url }) => `[see][p]\n\n[p]: ${url} 'title'`,
  ({ url }) => `<${url}>`,
  ({ url }) => `**${url}** _${url}_ ~~${url}~~ \`${url}\``,
  ({ url }) => `(${url}) "${url}" '${url}' ${url}. ${url}, ${url}!`,
  ({ url }) => `www.${url.slice(8)} ${url.slice(8)} x@${url.slice(8)}`,
  ({ url }) => `| ![p](${url}) | [p](${url}) |\n|---|---|\n| <img src=${url}> | ${url} |`,
  ({ url }) => `- [ ] ![p](${url})\n- [x] <img src="${url}">`,
  ({ url }) => `> ![p](${url})\n> > ![p](${url})`,
  ({ url }) => `# ![p](${url})\n\n###### [p](${url})`,
  ({ url }) => `<img src="${url}" srcset="${url} 1x, ${url} 2x" loading=eager>`,
  ({ url }) => `<a href="${url}" ping="${url}" download>x</a>`,
  ({ url }) => `<video poster="${url}" src="${url}" autoplay></video>`,
  ({ url }) => `<p background="${url}" style="list-style:url(${url});cursor:url(${url}),auto">x</p>`,
];

export const URLS: readonly AttackTemplate[] = [...schemes, ...spellings, ...requests];
