import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRelay } from '../../src/relay/index.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import { configFor } from './support/bench.ts';
import { useProxy } from './support/proxy.ts';
import { restEnv, useRestHost } from './support/rest.ts';

const open = useProxy();
const openRest = useRestHost();

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=1', baggage: 'a=b' };

const fieldsOf = (request: { readonly headers: object } | undefined) => {
  const { traceparent, tracestate, baggage } = (request?.headers ?? {}) as Record<string, string>;
  return { traceparent, tracestate, baggage };
};
/** The same trace, and a span of the relay's own. */
const PASSED_ON = {
  traceparent: expect.stringMatching(new RegExp(`^00-${TRACE}-(?!${SPAN})[0-9a-f]{16}-01$`)),
  tracestate: 'vendor=1',
  baggage: undefined,
};

describe('a request of a trace', () => {
  it('passes a trace on to the platform, and its log records name it', async () => {
    const { call, upstream, records } = await open();
    await call('/chat/sessions', { method: 'POST', headers });
    expect(upstream.received.map(fieldsOf)).toEqual([PASSED_ON, PASSED_ON]);
    expect(
      records()
        .filter(({ msg }) => msg === 'request')
        .map((it) => it.trace_id),
    ).toEqual([TRACE]);
  });

  it('passes a trace on with the handshake of a socket', async () => {
    const { create, connect, upstream, records } = await open();
    await connect(await create(), { headers });
    const handshakes = upstream.received.filter(({ method }) => method === 'UPGRADE');
    expect(handshakes.map(fieldsOf)).toContainEqual(PASSED_ON);
    const opened = records().filter(({ msg }) => msg === 'socket opened');
    expect(opened.map((it) => it.trace_id)).toEqual([TRACE]);
  });

  it('passes a trace on to the REST hosts', async () => {
    const host = await openRest();
    const { call } = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
    await call('/admin/v1/alert-rules', as('read', { headers }));
    expect(host.asked.map(fieldsOf)).toEqual([PASSED_ON]);
  });

  it.each([
    ['without a trace', {}],
    ['with an id of zeros', { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` }],
    ['with a span of zeros', { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }],
    ['with the version ff', { traceparent: `ff-${TRACE}-${SPAN}-01` }],
    ['in capitals', { traceparent: `00-${TRACE.toUpperCase()}-${SPAN}-01` }],
    ['with words', { traceparent: 'trace me', tracestate: 'a=b' }],
  ])('makes up no trace for a request %s', async (_, given: Record<string, string>) => {
    const { call, upstream, records } = await open();
    await call('/chat/sessions', { method: 'POST', headers: given });
    const none = { traceparent: undefined, tracestate: undefined, baggage: undefined };
    expect(upstream.received.map(fieldsOf)).toEqual([none, none]);
    expect(records().map((it) => it.trace_id)).toEqual(records().map(() => undefined));
  });

  it('keeps the form of the first version for later ones', async () => {
    const { call, upstream } = await open();
    const later = { traceparent: `01-${TRACE}-${SPAN}-00-more`, tracestate: 'x'.repeat(513) };
    await call('/chat/sessions', { method: 'POST', headers: later });
    expect(fieldsOf(upstream.received[0])).toEqual({
      traceparent: expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`)),
      tracestate: undefined,
      baggage: undefined,
    });
  });
});

describe('with an SDK of OpenTelemetry', () => {
  const exporter = new InMemorySpanExporter();
  beforeEach(() => {
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  });
  afterEach(() => {
    for (const api of [trace, context, propagation]) api.disable();
    exporter.reset();
  });

  const spans = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      kind: span.kind,
      status: span.status.code,
      attributes: span.attributes,
      parent: span.parentSpanContext?.spanId,
      trace: span.spanContext().traceId,
      id: span.spanContext().spanId,
    }));

  it('a request and its calls are spans of the trace', async () => {
    const { call, upstream, records } = await open();
    await call('/chat/sessions', { method: 'POST', headers });
    const [token, session, request, ...others] = spans();
    const upstreamSpan = (code: number) => ({
      name: 'POST',
      kind: 2,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'server.address': '127.0.0.1',
        'http.response.status_code': code,
      },
      parent: request?.id,
      trace: TRACE,
      id: expect.any(String),
    });
    expect([token, session, others]).toEqual([upstreamSpan(200), upstreamSpan(200), []]);
    expect(request).toEqual({
      name: 'POST /chat/sessions',
      kind: 1,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/chat/sessions',
        'http.response.status_code': 201,
      },
      parent: SPAN,
      trace: TRACE,
      id: expect.any(String),
    });
    expect(upstream.received.map(fieldsOf)).toEqual(
      [token, session].map((span) => ({
        traceparent: `00-${TRACE}-${span?.id}-01`,
        tracestate: 'vendor=1',
        baggage: undefined,
      })),
    );
    expect(
      records()
        .filter(({ msg }) => msg === 'request')
        .map((it) => it.trace_id),
    ).toEqual([TRACE]);
  });

  it('a failed call is an error, and so is the answer to the visitor', async () => {
    const { call, upstream } = await open();
    upstream.reply('access-token', (response) => void response.destroy());
    const { status } = await call('/chat/sessions', { method: 'POST' });
    expect([status, spans().map(({ name, status }) => [name, status])]).toEqual([
      503,
      [
        ['POST', 2],
        ['POST /chat/sessions', 2],
      ],
    ]);
  });

  it('a request inside the span of another instrumentation names that span', async () => {
    const relay = createRelay(configFor('http://127.0.0.1:9'), { log: { write() {} } });
    await trace.getTracer('another').startActiveSpan('of another', async (span) => {
      await relay.fetch(new Request('http://relay.example/healthz'));
      span.end();
    });
    await relay.close();
    expect(spans().map(({ name }) => name)).toEqual(['GET /healthz']);
  });
});
