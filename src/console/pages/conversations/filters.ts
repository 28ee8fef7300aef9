import type { RequestOf } from '../../calls.ts';
import type { Window } from './backwards.ts';
import { type CountedFilter, readCountedFilter } from './counted-filter.ts';
import { PAGE } from './read-list.ts';

type Query = NonNullable<RequestOf<'GET', '/conversations'>['query']>;

/** The default environment. */
export const LIVE = 'live';
export const ENVIRONMENTS = [LIVE, 'sandbox', 'pre-release'] as const;
type Environment = (typeof ENVIRONMENTS)[number];
const SPEAKERS = ['user', 'agent'] as const;

/** Filters of the list, from the address of the page. */
export interface Filters {
  readonly channels: readonly string[];
  readonly variant: string | undefined;
  readonly environment: Environment;
  readonly inProgress: boolean;
  /** Text to search for, by its words or its meaning. */
  readonly search: { readonly text: string; readonly by: 'transcript' | 'semantic' } | undefined;
  /** The speaker of the words that are searched for; undefined: either. */
  readonly saidBy: 'user' | 'agent' | undefined;
  /** Those that ran in the range, not only those that began in it. */
  readonly isRan: boolean;
  readonly isSample: boolean;
  /** Undefined for a search, a sample of the platform, and conversations that ran in the range. */
  readonly counted: CountedFilter | undefined;
}

export function readFilters(query: URLSearchParams): Filters {
  const text = query.get('q')?.trim();
  const by = query.get('by') === 'meaning' ? 'semantic' : 'transcript';
  const isSample = !text && query.get('sample') === 'random';
  const isRan = query.get('ran') === 'yes';
  const environment = ENVIRONMENTS.find((name) => name === query.get('env')) ?? LIVE;
  return {
    channels: query.getAll('channel'),
    variant: query.get('variant') ?? undefined,
    environment,
    inProgress: query.get('progress') === 'yes',
    search: text ? { text, by } : undefined,
    saidBy:
      text && by === 'transcript' ? SPEAKERS.find((speaker) => speaker === query.get('said')) : undefined,
    isRan,
    isSample,
    counted: text || isSample || isRan ? undefined : readCountedFilter(query),
  };
}

/** The filters that are set, by the name of their parameter, with the value as a word. */
export const activeFilters = (query: URLSearchParams): readonly (readonly [name: string, value: string])[] =>
  ['q', 'channel', 'variant', 'said', 'env', 'progress', 'ran', 'sample'].flatMap((name) =>
    query.getAll(name).map((value) => [name, value] as const),
  );

/** The query of the first page of the list. The platform's defaults are left to the platform. */
export const queryOf = (
  { channels, variant, environment, inProgress, search, saidBy, isSample }: Filters,
  { from, to }: Window,
): Query => ({
  start_time: new Date(from).toISOString(),
  end_time: new Date(to).toISOString(),
  client_env: environment,
  limit: PAGE,
  include_context_state: false,
  channel: channels.length > 0 ? [...channels] : undefined,
  variant_name: variant,
  in_progress: inProgress ? true : undefined,
  query: search?.text,
  query_type: search?.by,
  turn_type: saidBy,
  sample: isSample ? 'random' : undefined,
});
