/** The parts of an OpenAPI document that its readers use: the reference page, its examples, and the forms of the console. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses?: Readonly<Record<string, { readonly content?: Contents }>>;
}

/** The first success response: its status and its content; undefined where none is described. */
export const successOf = ({ responses = {} }: DescribedOperation) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'));

/** True if a text contains all words of a search. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

const rangeText = (from: number | undefined, to: number | undefined, unit: string): string[] => {
  const top = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  if (from === undefined && top === undefined) return [];
  if (from === undefined) return [`up to ${top}${unit}`];
  return [top === undefined ? `from ${from}${unit}` : `${from}–${top}${unit}`];
};

/** The limits of a schema in words, with its default; empty without any. */
export const limitsOf = (schema: Schema): string =>
  [
    ...rangeText(schema.minimum, schema.maximum, ''),
    // A minimum of one character goes without saying.
    ...rangeText(schema.minLength === 1 ? undefined : schema.minLength, schema.maxLength, ' characters long'),
    ...rangeText(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
