import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODERS | 'identity';

/** Chooses the best encoding that the client accepts. A weight of zero means that it does not accept it. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  const accepted = (acceptEncoding ?? '').split(',').map((it) => {
    const [coding = '', ...parameters] = it.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((part) => /^q=0(?:\.0*)?$/.test(part)) ? '' : coding;
  });
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** True when the client has this content in its cache. */
function isCached(etag: string, ifNoneMatch: string | null): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((it) => it.trim());
  return tags.includes('*') || tags.includes(etag);
}

/** Static content with an ETag and compression. */
export interface Content {
  /** Answers 304 when the client has the content, else 200, compressed if client and content allow it. */
  respond(request: Request): Promise<Response>;
}

/** Creates static content. Each encoding is compressed once, on first use. `headers` must contain type and caching. */
export function createContent(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  isCompressible = true,
): Content {
  // Weak, because all encodings share one tag.
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
      if (isCached(etag, request.headers.get('if-none-match')))
        return new Response(null, { status: 304, headers: all });
      const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
      return new Response(await inEncoding(encoding), { headers: { ...all, ...coding } });
    },
  };
}
