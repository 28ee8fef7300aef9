import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { readTraceContext, type TraceContext, traceHeaders } from '../../http/trace-context.ts';
import type { Post } from '../../upstream/post.ts';

/**
 * Traces: a request of a trace passes it on to the platform, and its log records name it. If the process has OpenTelemetry, the
 * relay adds spans. Its API does nothing until an SDK is started.
 */

/** Reads a header of a request. */
type HeaderOf = (name: string) => string | undefined;

const HEADERS: readonly string[] = ['traceparent', 'tracestate'];
const SPAN_BYTES = 8;
const NAME = 'foyer-relay';

/** The optional peer. */
const api = (() => {
  try {
    return createRequire(import.meta.url)('@opentelemetry/api') as typeof import('@opentelemetry/api');
  } catch {
    return undefined;
  }
})();

const incomingTrace = new AsyncLocalStorage<TraceContext>();

/** The current span. */
function activeSpan() {
  const span = api?.trace.getActiveSpan();
  return span && api?.isSpanContextValid(span.spanContext()) ? span : undefined;
}

/** The id of the current trace. */
export const traceId = (): string | undefined =>
  activeSpan()?.spanContext().traceId ?? incomingTrace.getStore()?.id;

/** Runs the work of a request in its trace. */
export function inTrace<Done>(header: HeaderOf, work: () => Promise<Done>): Promise<Done> {
  const context = readTraceContext(header);
  const run = () => (context ? incomingTrace.run(context, work) : work());
  // A server instrumentation has already created a span for the request.
  if (!api || activeSpan()) return run();
  // Baggage of untrusted clients is not passed on.
  const get = (_: unknown, name: string) => (HEADERS.includes(name) ? header(name) : undefined);
  const parent = api.propagation.extract(api.context.active(), header, { keys: () => [...HEADERS], get });
  const options = { kind: api.SpanKind.SERVER };
  return api.trace
    .getTracer(NAME)
    .startActiveSpan('request', options, parent, (span) => run().finally(() => span.end()));
}

/** Adds the answer of a request to its span. */
export function describeSpan({
  method,
  route,
  status,
}: {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}): void {
  const span = activeSpan();
  if (!api || !span) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** Headers for a call to the platform. */
export function tracedHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  api?.propagation.inject(api.context.active(), carrier, {
    set: (to, name, value) => {
      if (HEADERS.includes(name)) to[name] = value;
    },
  });
  const context = incomingTrace.getStore();
  if (carrier['traceparent'] !== undefined || !context) return carrier;
  return traceHeaders(context, randomBytes(SPAN_BYTES).toString('hex'));
}

/** Makes a call to the platform in a span of the trace. `statusOf` returns undefined if there was no answer. */
async function inSpan<Answer>(
  method: string,
  url: string,
  send: () => Promise<Answer>,
  statusOf: (answer: Answer) => number | undefined,
): Promise<Answer> {
  if (!api || !activeSpan()) return send();
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
  const options = { kind: api.SpanKind.CLIENT, attributes };
  const { ERROR } = api.SpanStatusCode;
  return api.trace.getTracer(NAME).startActiveSpan(method, options, async (span) => {
    let status: number | undefined;
    try {
      const answer = await send();
      status = statusOf(answer);
      return answer;
    } finally {
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (status === undefined || status >= 400) span.setStatus({ code: ERROR });
      span.end();
    }
  });
}

export const tracedPost =
  (post: Post): Post =>
  (request) =>
    inSpan(
      'POST',
      request.url,
      () => post({ ...request, headers: { ...request.headers, ...tracedHeaders() } }),
      (answer) => (answer.kind === 'answered' ? answer.status : undefined),
    );

export const tracedFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return inSpan(
      init?.method ?? 'GET',
      url,
      () => {
        const headers = new Headers(init?.headers);
        for (const [name, value] of Object.entries(tracedHeaders())) headers.set(name, value);
        return fetch(input, { ...init, headers });
      },
      (response) => response.status,
    );
  };
