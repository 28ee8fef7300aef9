import { type Camel, camelCase, required } from '../protocol/field-readers.ts';

/** Members with names that are not the relay's. */
const FOREIGN = ['body', 'target'] as const;

/** An answer of the relay itself, as the console uses it: names in camelCase, and null is undefined. */
export type Own<Answer> = Answer extends readonly (infer Item)[]
  ? readonly Own<Item>[]
  : Answer extends object
    ? {
        readonly [Name in keyof Answer as Camel<Name>]:
          | (Name extends (typeof FOREIGN)[number]
              ? NonNullable<Answer[Name]>
              : Own<NonNullable<Answer[Name]>>)
          | (Extract<Answer[Name], null | undefined> extends never ? never : undefined);
      }
    : Answer;

function own(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(own);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [
        camelCase(name),
        (FOREIGN as readonly string[]).includes(name) ? member : own(member),
      ]),
  );
}

/** Reads an answer of the relay itself. It comes with the console, so its types are enough. */
export const ownAnswer = <Answer>() =>
  required('an object', (answer) =>
    typeof answer === 'object' && answer !== null ? (own(answer) as Answer) : undefined,
  );
