import { createClient } from '@redis/client';

/** The content of a relay's Redis, as JSON. */
export interface Stored {
  /** The time of the relay, in milliseconds. */
  readonly now: number;
  readonly accountId: string;
  readonly projectId: string;
  /** Of a conversation with an annotation. */
  readonly conversationId: string;
  /** Of a visitor whose session is stored. */
  readonly sessionId: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Entries of lists with their age in milliseconds, the oldest first: Redis drops those that are too old by its own clock. */
  readonly lists: Readonly<Record<string, readonly (readonly [age: number, entry: string])[]>>;
}

const KEPT_MS = 400 * 86_400_000;

const clientOf = (url: string) => createClient({ url });
type Client = ReturnType<typeof clientOf>;

async function withClient<Value>(url: string, use: (client: Client) => Promise<Value>): Promise<Value> {
  const client = clientOf(url);
  await client.connect();
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

const redisNow = async (client: Client): Promise<number> =>
  Number(((await client.sendCommand(['TIME'])) as unknown as [string])[0]) * 1_000;

/** Reads all that is stored. Counters of limits are left out: they live for a minute. */
export const readStored = (url: string): Promise<Pick<Stored, 'texts' | 'lists'>> =>
  withClient(url, async (client) => {
    const texts: Record<string, string> = {};
    const lists: Record<string, [number, string][]> = {};
    const now = await redisNow(client);
    for (const key of (await client.keys('*')).sort()) {
      const type = await client.type(key);
      if (type === 'string') texts[key] = (await client.get(key)) ?? '';
      else if (type === 'stream')
        lists[key] = ((await client.xRange(key, '-', '+')) ?? []).map(({ id, message }) => [
          now - Number(id.split('-')[0]),
          message?.['entry'] ?? '',
        ]);
      else if (!key.includes('limit')) throw new Error(`unable to keep ${key}; it is a ${type}`);
    }
    return { texts, lists };
  });

/** Fills an empty Redis. `change` spoils what is stored. */
export const writeStored = (
  url: string,
  { texts, lists }: Stored,
  change: (text: string) => string = (it) => it,
): Promise<void> =>
  withClient(url, async (client) => {
    const now = await redisNow(client);
    for (const [key, text] of Object.entries(texts)) await client.set(key, change(text), { PX: KEPT_MS });
    for (const [key, entries] of Object.entries(lists))
      for (const [nth, [age, entry]] of entries.entries())
        await client.xAdd(key, `${now - age}-${nth + 1}`, { entry: change(entry) });
  });
