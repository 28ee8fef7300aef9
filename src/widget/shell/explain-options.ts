import { nearestOf } from '../../base/nearest.ts';
import { attributeOf } from '../attribute-of.ts';
import type { OptionIssue, WidgetOptions } from '../options.ts';

/** Values of each option, in words. */
const ACCEPTED: { readonly [Name in keyof WidgetOptions]-?: string } = {
  relay: 'an https URL, or http on localhost',
  platform: 'web, ios or android',
  renderMode: 'default or fullscreen',
  autoOpen: 'true or false',
  showIcon: 'true or false',
  showHeader: 'true or false',
  position: 'bottom-right or bottom-left',
  colorScheme: 'auto, light or dark',
  accent: 'a CSS colour',
  locale: 'a BCP 47 language tag, such as de-AT',
  zIndex: 'an integer',
  titleCount: 'true or false',
  container: 'a CSS selector',
};

/**
 * Prints one warning about options that cannot be used: the values that are accepted, or the option whose name is most
 * similar. A name that resembles none is not reported: attributes of other scripts look like that. `spell` writes the name
 * of an option as its owner does.
 */
export function explainOptions(issues: readonly OptionIssue[], spell = attributeOf): void {
  const lines = issues.flatMap(([name, text]) => {
    const given = `${spell(name)}="${text}"`;
    const accepted = Object.hasOwn(ACCEPTED, name) && ACCEPTED[name as keyof WidgetOptions];
    if (accepted) return [`${given} is not ${accepted}`];
    const nearest = nearestOf(name, Object.keys(ACCEPTED));
    return nearest === undefined ? [] : [`${given} is unknown; did you mean ${spell(nearest)}?`];
  });
  // biome-ignore lint/suspicious/noConsole: the page's owner must be able to find a mistyped option.
  if (lines.length > 0) console.warn(`foyer: options are ignored: ${lines.join('; ')}`);
}
