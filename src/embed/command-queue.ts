import type { FoyerApi } from './api.ts';
import { warn } from './warn.ts';

/** Makes the queued calls in order. Warns of those whose method does not exist. */
export function runCommands(api: FoyerApi, commands: readonly unknown[]): void {
  for (const command of commands) {
    const [name, ...args] = [command].flat();
    const method: unknown = api[name as keyof FoyerApi];
    if (typeof method === 'function') method(...args);
    else warn(`unknown call ${name}`);
  }
}
