import type { RedisConnection } from './redis-connection.ts';
import type { List, ListBounds } from './store.ts';

/** Each script is one command. The ids of a stream are times of Redis' own clock, so relays need not agree on theirs. */
const APPEND = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[1], '*', 'entry', ARGV[3])
local oldest = string.match(id, '^%d+') - ARGV[2]
redis.call('XTRIM', KEYS[1], 'MINID', string.format('%d', oldest))
redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

const READ = `
local time = redis.call('TIME')
local oldest = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
local entries = {}
for nth, item in ipairs(redis.call('XREVRANGE', KEYS[1], '+', string.format('%d', oldest), 'COUNT', ARGV[2])) do
  entries[nth] = item[2][2]
end
return entries`;

/** Creates a list in a stream of Redis, under `key`. */
export const createRedisList = (
  { execute }: Pick<RedisConnection, 'execute'>,
  key: string,
  { maxEntries, maxAgeMs }: ListBounds,
): List => ({
  async append(entry) {
    const given = { keys: [key], arguments: [String(maxEntries), String(maxAgeMs), entry] };
    await execute('append', (client) => client.EVAL(APPEND, given));
  },
  async read(count) {
    const given = { keys: [key], arguments: [String(maxAgeMs), String(count)] };
    return (await execute('read', (client) => client.EVAL(READ, given))) as readonly string[];
  },
});
