import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODERS | 'identity';

/** The encoding to answer in: the smallest that the client takes. A weight of zero is a refusal. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .map((it) => it.trim().toLowerCase())
    .filter((it) => !/; *q=0(?:\.0*)?$/.test(it))
    .map((it) => it.replace(/ *;.*$/, ''));
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** True when the client holds this very content already. */
function isHeld(etag: string, ifNoneMatch: string | null): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((it) => it.trim());
  return held.includes('*') || held.includes(etag);
}

/** Content that stays the same while the relay runs. */
export interface Content {
  /** 304 when the client holds it, else 200, compressed when the client and the content allow. */
  respond(request: Request): Promise<Response>;
}

/** Hashes once, compresses each encoding once, on first use. `headers` carries type and caching. */
export function createContent(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  isCompressible = true,
): Content {
  // Weak, because one tag stands for all encodings.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const encoded = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>([['identity', Promise.resolve(bytes)]]);

  function inEncoding(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const kept = encoded.get(encoding);
    if (kept || encoding === 'identity') return kept ?? Promise.resolve(bytes);
    const made = ENCODERS[encoding](bytes).then((it) => new Uint8Array(it));
    encoded.set(encoding, made);
    return made;
  }

  return {
    async respond(request) {
      const encoding = isCompressible ? chooseEncoding(request.headers.get('accept-encoding')) : 'identity';
      const all = { ...headers, ETag: etag, ...(isCompressible && { Vary: 'Accept-Encoding' }) };
      if (isHeld(etag, request.headers.get('if-none-match')))
        return new Response(null, { status: 304, headers: all });
      const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
      return new Response(await inEncoding(encoding), { headers: { ...all, ...coding } });
    },
  };
}
