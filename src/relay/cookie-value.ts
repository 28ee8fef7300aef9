/** The value of a cookie in the header `Cookie`; undefined without one of that name. */
export function cookieValue(name: string, cookies: string | null): string | undefined {
  const start = `${name}=`;
  const found = cookies?.split(';').find((it) => it.trim().startsWith(start));
  return found?.trim().slice(start.length);
}
