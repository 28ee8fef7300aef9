/** Messages between the processes of the cluster's benchmark. */

export interface Target {
  /** `host:port` of each balancer; visitors take them in turn. */
  readonly balancers: readonly string[];
  /** The authority that signed their certificate. */
  readonly ca: string;
  readonly platform: string;
}

export type LoadCommand =
  | ({ readonly type: 'target' } & Target)
  /** Performs `task` again and again, so many at a time. */
  | { readonly type: 'repeat'; readonly task: Task; readonly parallel: number; readonly seconds: number }
  | { readonly type: 'open'; readonly task: 'proxied' | 'direct'; readonly count: number }
  /** Each open socket sends a message every `everyMs`. */
  | { readonly type: 'talk'; readonly everyMs: number; readonly seconds: number }
  /** Whole conversations, one after the other. */
  | { readonly type: 'converse'; readonly count: number; readonly messages: number };

/** Requests through the balancer: the loader's script and two calls. And the platform's two calls that a creation consists of. */
export type Task = 'widget.js' | 'create' | 'resume' | 'create directly';

export interface LoadReport {
  /** Milliseconds of each task or echo. */
  readonly times?: readonly number[];
  readonly directTimes?: readonly number[];
  /** Bytes on the sockets of whole conversations, both ways, without TLS. */
  readonly bytes?: number;
  readonly failed?: number;
}
