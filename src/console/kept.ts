import { type Signal, signal } from '@preact/signals';

/** Something that a person begins on a page of a site, such as a text. */
export interface Kept<Value> {
  readonly initial: Value;
  /** True if a person would miss it after the page is closed. */
  isUnsaved?(value: Value): boolean;
}

/** Finds what the person has begun. */
export type KeptOf = <Value>(kept: Kept<Value>) => Signal<Value>;

interface Entry {
  readonly signal: Signal<unknown>;
  isUnsaved(): boolean;
}
type Entries = Map<unknown, Entry>;
const people = new Map<string, Entries>();

/**
 * Everything that a person has begun at a site. It survives a look at another page or site, and the end of the session, but no
 * reload. Nobody else sees it, nor anybody at another site.
 */
export function keptOf(person: string, site: string | undefined): KeptOf {
  const key = JSON.stringify([person, site]);
  const entries: Entries = people.get(key) ?? new Map();
  people.set(key, entries);
  return <Value>(kept: Kept<Value>) => {
    const known = entries.get(kept);
    if (known) return known.signal as Signal<Value>;
    const created = signal(kept.initial);
    entries.set(kept, { signal: created, isUnsaved: () => kept.isUnsaved?.(created.peek()) ?? false });
    return created;
  };
}

// The browser asks before it closes a page with something unsaved.
addEventListener('beforeunload', (event) => {
  const all = [...people.values()].flatMap((entries) => [...entries.values()]);
  if (all.some((entry) => entry.isUnsaved())) event.preventDefault();
});
