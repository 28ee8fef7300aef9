import { hashOf } from '../../base/same-secret.ts';

/** Words that lists of common passwords begin with, and words of this place. */
const WORDS =
  'password passwd pass secret key apikey api-key api_key adminkey admin-key admin_key admin administrator root user test testing demo example sample default ' +
  'changeme change-me change_me letmein welcome login qwerty qwertyuiop asdfgh zxcvbn abc abcd abcdef abc123 iloveyou monkey dragon ' +
  'football baseball master sunshine shadow superman princess trustno1 passw0rd p@ssw0rd p@ssword hello hunter2 token bearer foo foobar bar ' +
  'foyer foyer-relay foyer-chat relay widget chat desk ops operator console read write call all local localhost dev development staging prod production ' +
  'none null undefined nil true false todo xxx yyy string value your-key your-secret yourkey mykey my-key mysecret my-secret s3cret s3cr3t supersecret ' +
  'super-secret topsecret webhook alerts';
const ENDINGS = ['', ...'! 1 12 123 1234 12345 123456 2024 2025 2026 -1 -key -secret'.split(' ')];
const DIGITS = '01234567890123456789';

function* guesses(): Generator<string> {
  yield '';
  for (const word of WORDS.split(' ')) {
    const capital = word.charAt(0).toUpperCase() + word.slice(1);
    for (const spelling of [word, word.toUpperCase(), capital]) {
      for (const ending of ENDINGS) yield spelling + ending;
    }
  }
  for (let length = 1; length <= 16; length++) {
    for (const start of [0, 1]) yield DIGITS.slice(start, start + length);
    for (const character of '01xaA*') yield character.repeat(length);
  }
}

let hashes: ReadonlySet<string> | undefined;

/** True for the SHA-256 of a key that anybody would guess: the empty text, a common password, or the name of the key. */
export function isGuessable(hash: string, name: string): boolean {
  hashes ??= new Set([...guesses()].map(hashOf));
  return hashes.has(hash) || hash === hashOf(name);
}

/** Words that add nothing to a secret, the longest first. Shorter ones are parts of random texts, too. */
const COMMON = WORDS.split(' ')
  .filter((word) => word.length >= 4)
  .sort((a, b) => b.length - a.length);
/** 16 random digits have fewer different ones once in several hundred times. */
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

/** True for a secret of common words, runs and few characters, which can be guessed in spite of its length (S-110). */
export function isPredictable(secret: string): boolean {
  let rest = secret.slice(0, MAX_READ).toLowerCase();
  for (const word of COMMON) rest = rest.replaceAll(word, '');
  return new Set(withoutRuns(rest)).size < MIN_DISTINCT;
}
