/** Path of a redis-server; undefined if there is none. */
export function findRedis(): string | undefined;
