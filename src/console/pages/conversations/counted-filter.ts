import { latencyText } from '../../../base/figure-text.ts';
import type { RequestOf } from '../../calls.ts';
import { WORDS } from '../../words.ts';

const { conversations: words, reasons } = WORDS;

type Query = Pick<
  NonNullable<RequestOf<'GET', '/conversations'>['query']>,
  'handoff' | 'handoff_reason' | 'handoff_reason_beyond' | 'silent' | 'out_of_domain' | 'slower_than'
>;

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
      ? { text: reasons.none, query: { handoff_reason: '' } }
      : { text: words.handoff, query: { handoff: 'true' } },
  reason: (reason) => ({ text: reason, query: { handoff_reason: reason } }),
  other_reasons: (value) => ({ text: reasons.others, query: { handoff_reason_beyond: Number(value) } }),
  silent: () => ({ text: words.silentTurns, query: { silent: 'true' } }),
  out_of_domain: () => ({ text: words.outOfDomainTurns, query: { out_of_domain: 'true' } }),
  slow: (value) => ({
    text: words.turnsAbove(latencyText(Number(value))),
    query: { slower_than: Number(value) },
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
