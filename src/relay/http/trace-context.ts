/** The parent of a call in a trace (W3C Trace Context, version 00), as in its headers. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Two hexadecimal digits. They say if the caller records its part. */
  readonly flags: string;
  /** Additional data of tracing systems. */
  readonly state: string | undefined;
}

const PARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const ZEROS = /^0+$/;
const STATE = /^[\x20-\x7e]{1,512}$/;

/** Reads the headers of a request. Invalid headers mean no trace. */
export function readTraceContext(
  header: (name: 'traceparent' | 'tracestate') => string | undefined,
): TraceContext | undefined {
  const [, id = '', span = '', flags = ''] = PARENT.exec(header('traceparent') ?? '') ?? [];
  if (ZEROS.test(id) || ZEROS.test(span) || id === '') return undefined;
  const state = header('tracestate') ?? '';
  return { id, flags, state: STATE.test(state) ? state : undefined };
}

/** The headers of a call. `span` has 16 hexadecimal digits and identifies the caller. */
export const traceHeaders = ({ id, flags, state }: TraceContext, span: string): Record<string, string> => ({
  traceparent: `00-${id}-${span}-${flags}`,
  ...(state !== undefined && { tracestate: state }),
});
