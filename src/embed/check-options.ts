import type { MountOptions, OptionIssue } from '../widget/context/options.ts';
import { OPTIONS, readOptions } from './attributes.ts';
import { useRare } from './use-rare.ts';

/** Warns about invalid options on the console. `spell` writes the name of an option as its owner does. */
export function explainLater(issues: readonly OptionIssue[], spell?: (option: string) => string): void {
  if (issues.length > 0) useRare(({ explain }) => explain(OPTIONS, issues, spell));
}

/**
 * Checks the options of a script like attributes. Omits invalid options and explains them in one warning. Throws a `TypeError` if
 * the relay is invalid.
 */
export function checkOptions(options: MountOptions | undefined): MountOptions {
  const given: Partial<MountOptions> = options ?? {};
  const texts = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const { options: read, issues } = readOptions(texts);
  const { relay } = read;
  if (relay === undefined)
    throw new TypeError(
      `foyer: unable to start; relay must be an https URL (http only on localhost), not ${JSON.stringify(given.relay)}`,
    );
  explainLater(issues, (option) => option);
  return { ...read, relay };
}
