import type { List, ListBounds, ListEntry } from '../../store/store.ts';
import type { RedisConnection } from './redis-connection.ts';

/** Each script is one command. The ids of a stream are times of Redis' clock, so the clocks of relays may differ. */
const APPEND = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[1], '*', 'entry', ARGV[3])
local oldest = string.match(id, '^%d+') - ARGV[2]
redis.call('XTRIM', KEYS[1], 'MINID', string.format('%d', oldest))
redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

const READ = `
local time = redis.call('TIME')
local oldest = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
local entries = {}
for _, item in ipairs(redis.call('XREVRANGE', KEYS[1], ARGV[3], string.format('%d', oldest), 'COUNT', ARGV[2])) do
  entries[#entries + 1] = item[1]
  entries[#entries + 1] = item[2][2]
end
return entries`;

/** Creates a list in a stream of Redis, under `key`. */
export const createRedisList = (
  { execute }: Pick<RedisConnection, 'execute'>,
  key: string,
  { maxEntries, maxAgeMs }: ListBounds,
): List => {
  async function readPage(count: number, before?: string): Promise<readonly ListEntry[]> {
    // Without the entry itself.
    const end = before === undefined ? '+' : `(${before}`;
    const given = { keys: [key], arguments: [String(maxAgeMs), String(count), end] };
    const texts = (await execute('read', (client) => client.EVAL(READ, given))) as readonly string[];
    return texts.flatMap((position, index) =>
      index % 2 === 0 ? [{ position, value: texts[index + 1] ?? '' }] : [],
    );
  }

  return {
    async append(entry) {
      const given = { keys: [key], arguments: [String(maxEntries), String(maxAgeMs), entry] };
      await execute('append', (client) => client.EVAL(APPEND, given));
    },
    read: async (count) => (await readPage(count)).map(({ value }) => value),
    readPage,
  };
};
