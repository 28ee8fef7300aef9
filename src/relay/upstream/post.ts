/** Limits the memory for an answer. Normal answers are far smaller. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** Result of one call. */
export type UpstreamAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | null;
      readonly body: Uint8Array;
    }
  /** No answer arrived. */
  | { readonly kind: 'unreachable' }
  /** The answer was incomplete or too large. */
  | { readonly kind: 'broken' };

/** A POST request with a JSON body. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** True for a request that may be sent twice. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/** Posts JSON. Never rejects, and never follows a redirect: the relay only connects to the configured host. */
export type Post = (request: PostRequest) => Promise<UpstreamAnswer>;
