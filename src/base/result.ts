/**
 * Outcome of an operation with expected failures. Each side names the other's property, because without `strictNullChecks`
 * TypeScript does not narrow by `!result.ok`.
 */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: E; readonly value?: undefined };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });
