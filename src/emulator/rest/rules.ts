import type * as z from 'zod';

/** A rule between the fields of a query. */
export interface Rule {
  readonly field: string;
  readonly message: string;
  /** May be asked about a query whose fields are wrong in themselves. */
  readonly holds: (query: Readonly<Record<string, unknown>>) => boolean;
}

/** Adds rules between fields. Each one that is broken is reported, whatever else is wrong. */
export const withRules = <S extends z.ZodObject>(schema: S, rules: readonly Rule[]): S =>
  rules.reduce<S>(
    (it, { field, message, holds }) =>
      it.refine((query) => holds(query as Readonly<Record<string, unknown>>), {
        path: [field],
        error: message,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    schema,
  );

/** spec, Conversations and Concurrency: either of the two, not both. */
export const variantRule: Rule = {
  field: 'variant_name',
  message: 'cannot be combined with variant_id',
  holds: ({ variant_id, variant_name }) => variant_id === undefined || variant_name === undefined,
};
