import type { FoyerApi } from './api.ts';

/** A call made before the script had loaded: `Foyer.push(['open'])`. */
export type Command = readonly [method: string, ...values: unknown[]];

/** What the page finds as `window.Foyer`: the API, and `push` for pages that go on using the queue. */
export type PageApi = FoyerApi & { push(...commands: readonly Command[]): void };

/** Makes the queued calls in order; returns those that the API does not know. */
export function replay(api: FoyerApi, commands: readonly unknown[]): readonly string[] {
  return commands.flatMap((command) => {
    const [name, ...values] = Array.isArray(command) ? command : [];
    const method: unknown = api[name as keyof FoyerApi];
    if (typeof method !== 'function') return [`call ${String(name)}`];
    method(...values);
    return [];
  });
}
