import compat from '@mdn/browser-compat-data/forLegacyNode';
import type { BrowserName, CompatStatement, Identifier } from '@mdn/browser-compat-data/types';

/** The oldest browsers that the chat supports (contract). */
export const FLOOR: Partial<Record<BrowserName, number>> = {
  chrome: 109,
  edge: 109,
  firefox: 115,
  safari: 16.4,
  safari_ios: 16.4,
};

/** True if every browser of the floor has a feature, complete and without a flag or a prefix. */
function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(FLOOR).every(([browser, floor]) => {
    const statements = [support[browser as BrowserName] ?? []].flat();
    return statements.some(
      ({ version_added, version_removed, flags, prefix, alternative_name, partial_implementation }) =>
        typeof version_added === 'string' &&
        Number.parseFloat(version_added.replace('≤', '')) <= floor &&
        !(version_removed || flags || prefix || alternative_name || partial_implementation),
    );
  });
}

function collect(node: Identifier, names: Map<string, boolean>): void {
  for (const [key, child] of Object.entries(node)) {
    if (key === '__compat') continue;
    const { __compat } = child as Identifier;
    const name = key.replace(/_(static|event)$/, '');
    if (__compat) names.set(name, names.get(name) || isSupported(__compat));
    collect(child as Identifier, names);
  }
}

/** Names of which every meaning is newer than the floor. A name that another, older feature has as well is not one of them. */
function newNames(...roots: readonly Identifier[]): ReadonlySet<string> {
  const names = new Map<string, boolean>();
  for (const root of roots) collect(root, names);
  return new Set([...names].filter(([, isOld]) => !isOld).map(([name]) => name));
}

/** Globals, methods and properties of scripts. */
export const NEW_IN_SCRIPTS = newNames(compat.api, compat.javascript['builtins'] as Identifier);

/** Properties, functions, pseudo-classes and at-rules of style sheets. */
export const NEW_IN_STYLES = newNames(compat.css);
