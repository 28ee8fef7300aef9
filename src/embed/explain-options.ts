import { nearestOf } from '../base/nearest.ts';
import type { OptionIssue, WidgetOptions } from '../widget/context/options.ts';
import { attributeOf } from './attribute-of.ts';
import type { Options } from './attributes.ts';

/** Accepted values of options without a list of values. */
const ACCEPTED: Partial<Readonly<Record<keyof WidgetOptions, string>>> = {
  relay: 'an https URL, or http on localhost',
  accent: 'a CSS colour',
  locale: 'a BCP 47 language tag, such as de-AT',
  zIndex: 'an integer',
  container: 'a CSS selector',
};

/** A list in words: "auto, light or dark". */
const inWords = (values: readonly unknown[]): string =>
  [values.slice(0, -1).join(', '), values.at(-1)].join(' or ');

/**
 * Prints one warning about options that cannot be used: the values that are accepted, or the option whose name is most
 * similar. A name that resembles none is reported only if all names are meant for the chat: attributes of other scripts look
 * like that. `spell` writes the name of an option as its owner does.
 */
export function explain(
  options: Options,
  issues: readonly OptionIssue[],
  spell = attributeOf,
  areAllOurs = false,
): void {
  const lines = issues.flatMap(([name, text]) => {
    const given = `${spell(name)}="${text}"`;
    const accepted = options[name as keyof WidgetOptions];
    if (typeof accepted === 'function')
      return [`${given} is not ${ACCEPTED[name as keyof WidgetOptions] ?? 'valid'}`];
    if (accepted) return [`${given} is not ${inWords(accepted)}`];
    const nearest = nearestOf(name, Object.keys(options));
    if (nearest !== undefined) return [`${given} is unknown; did you mean ${spell(nearest)}?`];
    return areAllOurs ? [`${given} is unknown`] : [];
  });
  // biome-ignore lint/suspicious/noConsole: the page's owner must be able to find a mistyped option.
  if (lines.length > 0) console.warn(`foyer: options are ignored: ${lines.join('; ')}`);
}
