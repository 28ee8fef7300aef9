import type { FoyerApi } from './api.ts';

/** A queued call, made before the script had loaded: `Foyer.push(['open'])`. */
export type Command = readonly [method: string, ...args: unknown[]];

/** `window.Foyer`: the API, and `push` for pages that keep using the queue. */
export type PageApi = FoyerApi & { push(...commands: readonly Command[]): void };

/** Makes the queued calls in order. Returns those whose method does not exist. */
export function runCommands(api: FoyerApi, commands: readonly unknown[]): readonly string[] {
  return commands.flatMap((command) => {
    const [name, ...args] = Array.isArray(command) ? command : [];
    const method: unknown = api[name as keyof FoyerApi];
    if (typeof method !== 'function') return [`call ${String(name)}`];
    method(...args);
    return [];
  });
}
