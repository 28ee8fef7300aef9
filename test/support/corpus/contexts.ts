import { SHOP } from './canary.ts';

/** Places in a message where an attack may be. */
export const CONTEXTS: Readonly<Record<string, (attack: string) => string>> = {
  alone: (attack) => attack,
  sentence: (attack) => `Your parcel ${attack} is on its way.`,
  linkText: (attack) => `[${attack}](${SHOP})`,
  linkUrl: (attack) => `[Track it](${attack})`,
  linkTitle: (attack) => `[Track it](${SHOP} "${attack}")`,
  picture: (attack) => `![${attack}](${attack})`,
  list: (attack) => `- **${attack}**\n- _${attack}_`,
  table: (attack) => `| ${attack} | b |\n|---|---|\n| c | ${attack} |`,
  fence: (attack) => `\`\`\`${attack}\n${attack}\n\`\`\``,
  quotation: (attack) => `> \`${attack}\`\n> ## ${attack}`,
  attribute: (attack) => `<a href="${attack}">go</a> <a href=${attack}>go</a>`,
  brokenTag: (attack) => `<b title='${attack}'>x</b><!--${attack}--><p ${attack}`,
};
