import { latencyText } from '../../../base/figure-text.ts';
import type { RequestOf } from '../../calls.ts';
import { WORDS } from '../../words.ts';

const { conversations: words, reasons } = WORDS;

type Query = Omit<NonNullable<RequestOf<'GET', '/insights/conversations'>['query']>, 'client_env'>;

/** A filter that the platform does not have: the relay tells which conversations its figures count. */
export interface CountedFilter {
  /** Of its parameter in the address. */
  readonly name: string;
  readonly text: string;
  readonly query: Query;
}

type Read = (value: string) => Omit<CountedFilter, 'name'>;

const READERS: Readonly<Record<string, Read>> = {
  handoff: (value) =>
    value === 'none'
      ? { text: reasons.none, query: { kind: 'handoff', reason: '' } }
      : { text: words.handoff, query: { kind: 'handoff' } },
  reason: (reason) => ({ text: reason, query: { kind: 'handoff', reason } }),
  other_reasons: (value) => ({ text: reasons.others, query: { kind: 'handoff', beyond: Number(value) } }),
  silent: () => ({ text: words.silentTurns, query: { kind: 'silent' } }),
  out_of_domain: () => ({ text: words.outOfDomainTurns, query: { kind: 'out_of_domain' } }),
  slow: (value) => ({
    text: words.turnsAbove(latencyText(Number(value))),
    query: { kind: 'slow', above_ms: Number(value) },
  }),
};

/** The one of these filters that an address sets. */
export function readCountedFilter(query: URLSearchParams): CountedFilter | undefined {
  for (const [name, read] of Object.entries(READERS)) {
    const value = query.get(name);
    if (value) return { name, ...read(value) };
  }
  return undefined;
}
