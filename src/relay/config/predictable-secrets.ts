/** Common beginnings of passwords, and words from this product. */
const WORDS =
  'password passwd pass secret key apikey api-key api_key adminkey admin-key admin_key admin administrator root user test testing demo example sample default ' +
  'changeme change-me change_me letmein welcome login qwerty qwertyuiop asdfgh zxcvbn abc abcd abcdef abc123 iloveyou monkey dragon ' +
  'football baseball master sunshine shadow superman princess trustno1 passw0rd p@ssw0rd p@ssword hello hunter2 token bearer foo foobar bar ' +
  'foyer foyer-relay foyer-chat relay widget chat desk ops operator console read write call all local localhost dev development staging prod production ' +
  'none null undefined nil true false todo xxx yyy string value your-key your-secret yourkey mykey my-key mysecret my-secret s3cret s3cr3t supersecret ' +
  'super-secret topsecret webhook alerts';
/** Placeholders of secrets in documentation. */
const PLACEHOLDER = /^(?:your|insert|replace|enter-|placeholder)|[-_]here$/i;

/** Words that make a secret no stronger, the longest first. Shorter ones occur in random texts, too. */
const COMMON = WORDS.split(' ')
  .filter((word) => word.length >= 4)
  .sort((a, b) => b.length - a.length);
/** One in several hundred random texts of 16 digits has fewer distinct characters. */
const MIN_DISTINCT = 6;
const MAX_READ = 200;

/** Shortens runs such as `aaaa`, `1234` and `dcba` to their first character. */
function withoutRuns(text: string): string {
  const stepAt = (at: number) => text.charCodeAt(at) - text.charCodeAt(at - 1);
  return [...text]
    .filter((_, index) => {
      const step = stepAt(index);
      const isStep = Math.abs(step) <= 1;
      return !(isStep && (stepAt(index - 1) === step || stepAt(index + 1) === step));
    })
    .join('');
}

/** True for a placeholder, and for a secret of common words, runs and few characters. Its length does not make it strong (S-110). */
export function isPredictable(secret: string): boolean {
  if (PLACEHOLDER.test(secret)) return true;
  let rest = secret.slice(0, MAX_READ).toLowerCase();
  for (const word of COMMON) rest = rest.replaceAll(word, '');
  return new Set(withoutRuns(rest)).size < MIN_DISTINCT;
}
