// Finds the proxies of the tests of deploy/, and installs Debian's where that is allowed.
import { installFromDebian, isProgram, onPath } from './programs.ts';

const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Path of a proxy; undefined if there is none. Debian's PATH of users has no /usr/sbin. */
export const findProxy = (name: ProxyName): string | undefined =>
  onPath(name) ?? [`/usr/sbin/${name}`].find(isProgram);

/** Finds or installs the proxies; returns whether all are there, and says how to get them if not. */
export function provideProxies(isAllowed: boolean): boolean {
  const missing = PROXIES.filter(
    (name) => findProxy(name) === undefined && !(isAllowed && installFromDebian(name) && findProxy(name)),
  );
  if (missing.length === 0) return true;
  console.error(`Missing: ${missing.join(', ')}, in front of which the tests put relays. To get them:`);
  console.error(
    `  apt-get install ${missing.join(' ')} (Debian, Ubuntu), brew install ${missing.join(' ')} (macOS)`,
  );
  console.error('  or let npm install them (Debian, Ubuntu): npm test -- --install');
  return false;
}
