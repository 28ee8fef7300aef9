import { authenticate, fromBase64Url, toBase64Url } from '../../base/digest.ts';
import { hashOf } from '../../base/same-secret.ts';
import type { Log } from '../log/log.ts';
import type { Store } from './store.ts';

const NONCE_BYTES = 12;
/** Identifies a key of the store. It is no secret: a hash does not reveal 256 random bits. */
const KEY_ID_LENGTH = 8;
/** The id of the key, and the nonce with the ciphertext. */
const SEALED = /^1\.([\da-f]{8})\.([\w-]+)$/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );

interface StoreKey {
  readonly id: string;
  readonly key: Promise<CryptoKey>;
}

const storeKey = (hex: string): StoreKey => ({
  id: hashOf(`store-key:${hex}`).slice(0, KEY_ID_LENGTH),
  key: crypto.subtle.importKey('raw', bytesOfHex(hex), 'AES-GCM', false, ['encrypt', 'decrypt']),
});

/** Calls `act` in the order of the calls, although each value takes a different time to prepare. */
function inOrder<Prepared>(
  act: (prepared: Prepared) => unknown,
): (preparing: Promise<Prepared>) => Promise<void> {
  let previous: Promise<unknown> = Promise.resolve();
  return async (preparing) => {
    const turn = previous.then(() => preparing);
    previous = turn.catch(() => {});
    await act(await turn);
  };
}

/**
 * Encrypts the values, the list entries and the messages of a store with AES-256-GCM. Each is bound to its key, list or topic, so
 * nobody can put one in the place of another. Rate limit keys, such as addresses, become HMACs. Store keys and topics stay in plain
 * text.
 * @param keys in hexadecimal digits; the first encrypts, all of them decrypt; without any the store stays as it is
 * @param onUnreadable called for each value that no key opens; it counts as absent
 */
export function sealedStore(store: Store, keys: readonly string[], onUnreadable: () => void): Store {
  const known = keys.map(storeKey);
  const [first] = known;
  if (!first) return store;

  const seal = async (place: string, value: string): Promise<string> => {
    const { id, key } = first;
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const additionalData = encoder.encode(place);
    const content = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData },
      await key,
      encoder.encode(value),
    );
    const sealed = new Uint8Array(NONCE_BYTES + content.byteLength);
    sealed.set(iv);
    sealed.set(new Uint8Array(content), NONCE_BYTES);
    return `1.${id}.${toBase64Url(sealed)}`;
  };

  const open = async (place: string, value: string): Promise<string | undefined> => {
    const [, id, text = ''] = SEALED.exec(value) ?? [];
    const found = known.find((candidate) => candidate.id === id);
    try {
      if (!found) throw new Error('no key of this id');
      const sealed = fromBase64Url(text);
      const iv = sealed.subarray(0, NONCE_BYTES);
      const additionalData = encoder.encode(place);
      const content = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData },
        await found.key,
        sealed.subarray(NONCE_BYTES),
      );
      return decoder.decode(content);
    } catch {
      onUnreadable();
      return undefined;
    }
  };

  const read = async (key: string, value: Promise<string | undefined>): Promise<string | undefined> => {
    const sealed = await value;
    return sealed === undefined ? undefined : open(key, sealed);
  };

  const publish = inOrder(({ topic, sealed }: { readonly topic: string; readonly sealed: string }) =>
    store.publish(topic, sealed),
  );

  return {
    put: async (key, value, keepUntil) => store.put(key, await seal(key, value), keepUntil),
    claim: async (key, value, keepUntil) => store.claim(key, await seal(key, value), keepUntil),
    get: (key) => read(key, store.get(key)),
    take: (key) => read(key, store.take(key)),
    delete: store.delete,
    limiter(limit) {
      const { consume, count } = store.limiter(limit);
      const named = (key: string) => toBase64Url(authenticate(`limit-key:${keys[0]}`, key));
      return { consume: (key) => consume(named(key)), count: (key) => count(named(key)) };
    },
    publish: (topic, message) =>
      publish(seal(`topic:${topic}`, message).then((sealed) => ({ topic, sealed }))),
    subscribe(topic, listener) {
      let isOver = false;
      const receive = inOrder<string | undefined>((message) => {
        if (message !== undefined && !isOver) listener(message);
      });
      const unsubscribe = store.subscribe(topic, (sealed) => void receive(open(`topic:${topic}`, sealed)));
      return () => {
        isOver = true;
        unsubscribe();
      };
    },
    list(bounds) {
      const list = store.list(bounds);
      const place = `list:${bounds.name}`;
      const append = inOrder(list.append);
      return {
        append: (entry) => append(seal(place, entry)),
        async read(count) {
          const entries = await Promise.all((await list.read(count)).map((entry) => open(place, entry)));
          return entries.filter((entry) => entry !== undefined);
        },
        async readPage(count, before) {
          const page = await list.readPage(count, before);
          return Promise.all(
            page.map(async ({ value, position }) => ({ value: (await open(place, value)) ?? '', position })),
          );
        },
      };
    },
    check: store.check,
    close: store.close,
  };
}

/** Creates a sealed store that logs one warning for all unreadable values. */
export function openSealedStore(store: Store, keys: readonly string[], log: Pick<Log, 'warn'>): Store {
  let hasWarned = false;
  return sealedStore(store, keys, () => {
    if (!hasWarned)
      log.warn('the store has values that no key of FOYER_STORE_KEY opens; they count as absent');
    hasWarned = true;
  });
}
