import type { FoyerApi } from './api.ts';

/** Makes the queued calls in order. Returns those whose method does not exist. */
export function runCommands(api: FoyerApi, commands: readonly unknown[]): readonly string[] {
  return commands.flatMap((command) => {
    const [name, ...args] = Array.isArray(command) ? command : [];
    const method: unknown = api[name as keyof FoyerApi];
    if (typeof method !== 'function') return [`call ${name}`];
    method(...args);
    return [];
  });
}
