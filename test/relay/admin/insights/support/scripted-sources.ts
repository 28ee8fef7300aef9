import type * as z from 'zod';
import { err, ok } from '../../../../../src/base/result.ts';
import type { activeAlert, PlatformError } from '../../../../../src/platform/index.ts';
import type { Environment } from '../../../../../src/relay/admin/insights/plan.ts';
import type { Conversation } from '../../../../../src/relay/admin/insights/rollup.ts';
import type { Sources } from '../../../../../src/relay/admin/insights/sources.ts';
import type { Range } from '../../../../../src/relay/admin/insights/thinning.ts';

/** A conversation of the scripted platform. Without `endsAt` it never ends. */
export interface Scripted extends Conversation {
  readonly environment: Environment;
  readonly startsAt: number;
  readonly endsAt?: number;
  /** When the platform begins to list it; default: when it starts. */
  readonly listedAt?: number;
  /** Only its head can be read. */
  readonly isTooLong?: boolean;
}

export interface ScriptedPlatform {
  all: readonly Scripted[];
  /** Fails every request. */
  error: PlatformError | undefined;
  /** Fails only conversations. */
  conversationsError: PlatformError | undefined;
  /** Environment in which they fail; undefined: all. */
  failingEnvironment: Environment | undefined;
  /** Alerts that fire. */
  firing: readonly z.output<typeof activeAlert>[];
  /** Fails only what the base host answers. */
  baseError: PlatformError | undefined;
  /** Number of reads of each conversation by its window, and the lines of all requests. */
  readonly reads: Map<string, number>;
  readonly requests: string[];
  open(permit: () => Promise<void>): Sources;
}

/** A platform in memory. Its requests are those of `Sources`. */
export function createScriptedPlatform(now: () => number): ScriptedPlatform {
  const isOver = ({ endsAt = Number.POSITIVE_INFINITY }: Scripted) => endsAt <= now();
  const platform: ScriptedPlatform = {
    all: [],
    error: undefined,
    conversationsError: undefined,
    failingEnvironment: undefined,
    firing: [],
    baseError: undefined,
    reads: new Map(),
    requests: [],
    open: (permit) => ({
      async *conversations(environment: Environment, { from, to }: Range, isInProgress = false) {
        await permit();
        platform.requests.push(`${isInProgress ? 'in progress' : 'conversations'} ${environment}`);
        const isFailing = (platform.failingEnvironment ?? environment) === environment;
        const error = platform.error ?? (isFailing ? platform.conversationsError : undefined);
        if (error) return void (yield err(error));
        for (const it of platform.all) {
          const isAsked = it.environment === environment && it.startsAt >= from && it.startsAt < to;
          if (!isAsked || (it.listedAt ?? it.startsAt) > now() || (isInProgress && isOver(it))) continue;
          if (!isInProgress) platform.reads.set(it.id, (platform.reads.get(it.id) ?? 0) + 1);
          const conversation = {
            ...it,
            started_at: new Date(it.startsAt).toISOString(),
            in_progress: !isOver(it),
            total_duration: Math.round(((it.endsAt ?? now()) - it.startsAt) / 1_000),
          };
          yield ok({ conversation, isWhole: !it.isTooLong });
        }
      },
      async peaks(environment: Environment) {
        await permit();
        platform.requests.push(`peaks ${environment}`);
        return ok(new Map());
      },
      async alerts() {
        await permit();
        platform.requests.push('alerts');
        const error = platform.error ?? platform.baseError;
        return error ? err(error) : ok([...platform.firing]);
      },
    }),
  };
  return platform;
}
