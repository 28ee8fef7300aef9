import { SHOP } from './canary.ts';

/** Places in a message where an attack may be. */
export const CONTEXTS: Readonly<Record<string, (attack: string) => string>> = {
  alone: (it) => it,
  sentence: (it) => `Your parcel ${it} is on its way.`,
  linkText: (it) => `[${it}](${SHOP})`,
  linkUrl: (it) => `[Track it](${it})`,
  linkTitle: (it) => `[Track it](${SHOP} "${it}")`,
  picture: (it) => `![${it}](${it})`,
  list: (it) => `- **${it}**\n- _${it}_`,
  table: (it) => `| ${it} | b |\n|---|---|\n| c | ${it} |`,
  fence: (it) => `\`\`\`${it}\n${it}\n\`\`\``,
  quotation: (it) => `> \`${it}\`\n> ## ${it}`,
  attribute: (it) => `<a href="${it}">go</a> <a href=${it}>go</a>`,
  brokenTag: (it) => `<b title='${it}'>x</b><!--${it}--><p ${it}`,
};
