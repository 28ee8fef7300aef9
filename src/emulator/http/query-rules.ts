import type * as z from 'zod';

/** A rule between parameters of a query. */
export interface QueryRule {
  readonly field: string;
  readonly message: string;
  /** Also called for queries with invalid parameters. */
  readonly holds: (query: Readonly<Record<string, unknown>>) => boolean;
}

/** Adds rules to a query schema.: every broken rule is reported, together with all other issues. */
export const withQueryRules = <S extends z.ZodObject>(schema: S, rules: readonly QueryRule[]): S =>
  rules.reduce<S>(
    (refined, { field, message, holds }) =>
      refined.refine((query) => holds(query as Readonly<Record<string, unknown>>), {
        path: [field],
        error: message,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    schema,
  );

/** a variant is named by its id or by its name, not by both. */
export const variantRule: QueryRule = {
  field: 'variant_name',
  message: 'cannot be combined with variant_id',
  holds: ({ variant_id, variant_name }) => variant_id === undefined || variant_name === undefined,
};
