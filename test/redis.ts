// Finds the redis-server of the integration tests, and installs Debian's where that is allowed.
import { installFromDebian, onPath } from './programs.ts';

/** Path of a redis-server; undefined if there is none. */
export const findRedis = () => onPath('redis-server');

/** Finds or installs a redis-server. Without one nothing fails: the tests say what they leave out. */
export function provideRedis(isAllowed: boolean): void {
  if (findRedis() !== undefined || (isAllowed && installFromDebian('redis-server'))) return;
  console.log('Missing: redis-server. The tests that need it are left out. To get it:');
  console.log('  apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS)');
  console.log('  or let npm install it (Debian, Ubuntu): npm test -- --install');
}
