/** The path of a redis-server; undefined when there is none. */
export function findRedis(): string | undefined;
