import { collectBytes, parseJson, readBytes } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { startDeadline } from '../../../base/deadline.ts';
import type { Answer } from '../evidence/evidence.ts';

/** Largest answer that is read. */
const MAX_ANSWER_BYTES = 4_194_304;
const ANSWER_MS = 10_000;
export const OUT_OF_TIME = 'the time of the run was over';
/** Calls of one host without an answer after which no other is made. */
const MAX_SILENT = 2;

export interface HttpPorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** Aborts at the end of the run. */
  readonly stop: AbortSignal;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the host's address on. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
}

export interface Host {
  /** Sends a call, and keeps its answer under the name. Never rejects. */
  call(name: string, call: Call): Promise<Answer>;
}

export interface HttpRecorder {
  host(url: string): Host;
  readonly answers: Record<string, Answer>;
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined || cause === null ? '' : codeOf(cause);
}

/** Makes calls and keeps their answers. Each call takes at most ten seconds and four mebibytes. */
export function createHttpRecorder({ clock, fetch, stop }: HttpPorts): HttpRecorder {
  const answers: Record<string, Answer> = {};

  async function send(url: string, { method = 'GET', path, headers, body }: Call): Promise<Answer> {
    const deadline = startDeadline(clock, ANSWER_MS, stop);
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          Accept: 'application/json',
          'User-Agent': 'foyer-relay conformance',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: deadline.signal,
      });
      const bytes = await readBytes(response.body, collectBytes(MAX_ANSWER_BYTES));
      if (!bytes) return { kind: 'failed', why: `an answer above ${MAX_ANSWER_BYTES} bytes` };
      const { status } = response;
      return {
        kind: 'answered',
        call: `${method} ${path}`,
        status,
        headers: Object.fromEntries(response.headers),
        body: parseJson(bytes),
      };
    } catch (error) {
      if (deadline.hasExpired()) return { kind: 'failed', why: `no answer in ${ANSWER_MS / 1_000} s` };
      if (stop.aborted) return { kind: 'skipped', why: OUT_OF_TIME };
      const code = codeOf(error);
      return { kind: 'failed', why: `the connection failed${code && ` (${code})`}` };
    } finally {
      deadline.clear();
    }
  }

  return {
    answers,
    host(url) {
      let silent = 0;
      return {
        async call(name, call) {
          const answer: Answer =
            silent < MAX_SILENT
              ? await send(url.replace(/\/+$/, ''), call)
              : { kind: 'skipped', why: `the host gave no answer to ${MAX_SILENT} calls` };
          if (answer.kind === 'failed') silent += 1;
          answers[name] = answer;
          return answer;
        },
      };
    },
  };
}
