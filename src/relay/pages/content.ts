import { digest, toBase64Url } from '../../base/digest.ts';
import type { Bytes } from './folder.ts';

/** Compression methods. */
export type Encoders = Readonly<Record<'br' | 'gzip', (bytes: Bytes) => Promise<Bytes>>>;
type Encoding = keyof Encoders | 'identity';

/** Chooses the best encoding that the client accepts. A weight of zero excludes an encoding. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  const accepted = (acceptEncoding ?? '').split(',').map((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((part) => /^q=0(?:\.0*)?$/.test(part)) ? '' : coding;
  });
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** True when the client has this content in its cache. */
function isCached(etag: string, ifNoneMatch: string | null): boolean {
  // Weak comparison (RFC 9110 §13.1.2): caches may drop the mark of a weak tag.
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

/** Static content with an ETag and compression. */
export interface Content {
  /** Answers 304 when the client has the content, else 200, compressed if client and content allow it. */
  respond(request: Request): Promise<Response>;
}

/**
 * Creates static content. Each encoding is compressed once, on first use, and equal contents share it. `headers` must contain type and
 * caching. Compressible unless `isCompressible` is false.
 */
export type CreateContent = (
  content: string | Bytes,
  headers: Readonly<Record<string, string>>,
  isCompressible?: boolean,
) => Content;

/** More compressed contents than the files of the widget and of the console have. */
const MAX_SHARED = 200;

const encoder = new TextEncoder();

export function contentWith(encoders: Encoders): CreateContent {
  /** Compressed contents by encoding and tag, the oldest first. */
  const shared = new Map<string, Promise<Bytes>>();

  function compress(encoding: keyof Encoders, etag: string, bytes: Bytes): Promise<Bytes> {
    const key = `${encoding} ${etag}`;
    const made = shared.get(key) ?? encoders[encoding](bytes);
    shared.set(key, made);
    const [oldest = key] = shared.keys();
    if (shared.size > MAX_SHARED) shared.delete(oldest);
    return made;
  }

  return (content, headers, isCompressible = true) => {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    // Weak, because all encodings share one tag.
    const etag = `W/"${toBase64Url(digest(bytes)).slice(0, 27)}"`;
    const encoded = new Map<Encoding, Promise<Bytes>>();

    function inEncoding(encoding: Encoding): Promise<Bytes> {
      const made =
        encoded.get(encoding) ??
        (encoding === 'identity' ? Promise.resolve(bytes) : compress(encoding, etag, bytes));
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
  };
}
