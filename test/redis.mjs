// Finds a redis-server for the unit tests, and installs Debian's where none is and it may.
import { fileURLToPath } from 'node:url';
import { installFromDebian, onPath } from './programs.mjs';

/** The path of a redis-server; undefined when there is none. */
export const findRedis = () => onPath('redis-server');

// What cannot be installed fails nothing: the tests say themselves what they leave out.
if (process.argv[1] === fileURLToPath(import.meta.url) && findRedis() === undefined) {
  console.log('No redis-server was found for the unit tests.');
  installFromDebian('redis-server');
}
