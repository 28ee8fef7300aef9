/** Secrets that are not known in advance: the parameters of a socket URL, and JSON Web Tokens. */
const SOCKET_PARAMETER = /((?:access_token|session_id)=)[^&"\\\s]+/g;
/** A run of token characters. One pattern for the whole token would search each run many times. */
const TOKEN_RUN = /[\w.-]+/g;

/** Replaces a token and any text directly after it. A JSON Web Token begins with `eyJ` and has three parts. */
function withoutToken(run: string): string {
  const begin = run.indexOf('eyJ');
  return begin < 0 || run.slice(begin).split('.', 3).length < 3 ? run : `${run.slice(0, begin)}[secret]`;
}

/**
 * Replaces known secrets and secret patterns in a line of JSON, as a second line of defence.
 * @param secrets may grow
 */
export function createScrubber(secrets: readonly string[]): (line: string) => string {
  /** Escaped as in a line of JSON. */
  let spellings: readonly string[] = [];
  return (line) => {
    if (spellings.length < secrets.length)
      spellings = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
    const known = spellings.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
    return known.replace(SOCKET_PARAMETER, '$1[secret]').replace(TOKEN_RUN, withoutToken);
  };
}
