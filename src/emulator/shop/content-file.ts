import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { packageRoot } from '../../base/package-root.ts';

/** The shop's content, beside its pages. */
const FOLDER = 'public/shop/content';

/** Parses the content of a file. Throws an error that names the file and the path of each faulty entry. */
export function parseContent<Schema extends z.ZodType>(
  file: string,
  content: unknown,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
  );
  throw new Error(`unable to read ${FOLDER}/${file}; ${faults.join('; ')}`);
}

/** Reads a JSON file of the content. Throws an error that names the file. */
export function readContent(file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(packageRoot(), FOLDER, file), 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`unable to read ${FOLDER}/${file}; ${reason}`, { cause });
  }
}

/** Reads and parses a file of the content. Throws as these two do. */
export const loadContent = <Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> =>
  parseContent(file, readContent(file), schema);
