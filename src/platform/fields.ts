import * as z from 'zod';

/** A value that becomes one segment of a path. It contains no slash and is never `.` or `..`. */
export const segment = z
  .string()
  .regex(/^(?!\.{1,2}$)[\w.~:@+=-]{1,200}$/, 'must be an identifier: letters, digits and . _ ~ : @ + = -');

export const accountId = segment.meta({ description: 'Account.', examples: ['ACCOUNT-t53y16r3'] });
export const projectId = segment.meta({
  description: 'Project; the same as the agent id.',
  examples: ['PROJECT-f76d75c2'],
});
export const agentId = segment.describe('Agent; the same as the project id.');
export const branchId = segment.meta({ description: 'Branch of the agent.', examples: ['main'] });

/** A boolean, or its text in a URL. */
export const flag = z.preprocess(
  (value: boolean | 'true' | 'false') => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/** A whole number, or its text in a URL. */
export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value: number | string) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );

/** A repeatable parameter; a single value is a list of one. */
export const repeatable = z.preprocess(
  (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value),
  z.array(z.string().min(1)).max(100),
);

/** A date and time in ISO 8601 with an offset. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a date and time in ISO 8601 with an offset or Z' })
  .meta({ examples: ['2026-03-02T09:00:00Z'] });

export const clientEnv = z
  .enum(['sandbox', 'pre-release', 'live'])
  .describe('Environment of the conversations.');
/** `variant_id` and `variant_name` as parameters. */
export const variantFilter = {
  variant_id: z.optional(z.string().min(1).describe('Only conversations of this variant.')),
  variant_name: z.optional(z.string().min(1).describe('Only conversations of the variant with this name.')),
};

/** An enumerated value of an answer. Unknown values are accepted, because the platform may add new ones. */
export const word = (known: readonly string[]) => z.string().meta({ examples: [...known] });

/** Text values by name, unchanged. */
export const texts = z.record(z.string(), z.string());

interface Rule {
  readonly field: string;
  readonly message: string;
  /** Must accept a query whose fields have wrong types. */
  readonly holds: (query: Readonly<Record<string, unknown>>) => boolean;
}

const rulesBySchema = new WeakMap<z.ZodType, readonly Rule[]>();

/** The rules between the fields of a schema as sentences, for documents. Fields with the same rule share one. */
export function ruleSentences(schema: z.ZodType | undefined): readonly string[] {
  const fieldsByMessage = new Map<string, string[]>();
  for (const { field, message } of (schema && rulesBySchema.get(schema)) ?? [])
    fieldsByMessage.set(message, [...(fieldsByMessage.get(message) ?? []), `\`${field}\``]);
  return [...fieldsByMessage].map(
    ([message, fields]) => `${fields.join(', ')}${fields.length > 1 ? ':' : ''} ${message}.`,
  );
}

/** Adds rules between fields. Every broken rule is reported, also when single fields are invalid. */
export function withRules<S extends z.ZodObject>(schema: S, rules: readonly Rule[]): S {
  const checked = rules.reduce<S>(
    (refined, { field, message, holds }) =>
      refined.refine((query) => holds(query as Readonly<Record<string, unknown>>), {
        path: [field],
        error: message,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    schema,
  );
  rulesBySchema.set(checked, rules);
  return checked;
}

/** `variant_id` and `variant_name` exclude each other. */
export const variantRule: Rule = {
  field: 'variant_name',
  message: 'cannot be combined with variant_id',
  holds: ({ variant_id, variant_name }) => variant_id === undefined || variant_name === undefined,
};
