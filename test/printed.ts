// Forbidden in the output of the suite: secrets that tests have noted, and texts in the shape of a secret.

/** Tokens of the platform, tokens in addresses, keys in headers. Titles of tests may speak of `CNRY` as such. */
const SHAPES = [
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /access_token=(?!\[)[\w.-]{20,}/,
  /CNRY-[a-z]+(-[a-z\d]+)*-[\da-f]{16,}/,
  /\bBearer [\w-]{32,}/,
];

/** Shorter ones would be found by chance. */
const MIN_LENGTH = 12;

/** The lines of a printed text in which a secret stands, each with the secret taken out. */
export function leaks(text: string, secrets: readonly string[]): string[] {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= MIN_LENGTH);
  return text.split('\n').flatMap((line) => {
    const secret =
      known.find((name) => line.includes(name)) ?? SHAPES.map((shape) => shape.exec(line)?.[0]).find(Boolean);
    return secret ? [line.replaceAll(secret, '[secret]')] : [];
  });
}
