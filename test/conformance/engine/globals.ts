/** True when a global exists at this path, for example `Object.prototype.polluted` or `window.alerted`. */
export function hasGlobal(path: string): boolean {
  const steps = path.split('.').filter((part) => part !== 'window');
  const leaf = steps.pop() ?? '';
  const owner = steps.reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], globalThis);
  return leaf in (owner as object);
}
