import { allKeysOf, type Host } from './host.ts';

const HIDDEN = '…';
/** Limit for the text that the patterns see, so that none of them takes long. */
const MAX_READ = 2_000;

/** Forms of secrets. The request may contain one as well, so these are always removed. */
const SECRET_FORMS: readonly RegExp[] = [
  /\beyJ[\w-]+\.[\w.-]*/g,
  /\bBearer [\w.~+/=-]+/gi,
  /\b(?:sk|pk|whsec|key|tok|token|secret)[_-](?=[\w-]*\d)[\w-]{6,}/gi,
  /(?<=(?:token|secret|password|api[_-]?key|signature|session_id)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{6,}/gi,
];

/** Locations in code: files with their line, and the lines of a stack trace. */
const SOURCE_FORMS: readonly RegExp[] = [
  /\s+at [\w.<>]{1,80} \(.*$/s,
  /(?:[a-z]:)?(?:[\\/][\w.@-]{1,80})+\.(?:[cm]?[jt]sx?|py|java|go|rb|rs|cs|php|kt)\b(?::\d+)*/gi,
];

/** Forms of addresses and ids. Those that the request contained are kept. */
const FOREIGN_FORMS: readonly RegExp[] = [
  /\b(?:https?|wss?):\/\/[^\s"'<>]+/gi,
  // A line of source code, as in a stack.
  /[\w./\\-]{0,200}\.(?:[cm]?[jt]sx?|py|go|java|rb|php|rs):\d+(?::\d+)?/g,
  /[\w.+-]{1,64}@[\w.-]{1,255}/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g,
  /\b(?:[a-z\d-]{1,63}\.)+(?:com|net|org|io|ai|dev|app|cloud|local|internal|lan|svc|test|example)\b(?::\d+)?/gi,
  /\b(?:ACCOUNT|PROJECT|AGENT)-[\w-]+/g,
  /\b(?:acct?|account|proj|project|org|user|usr|agent|tenant|ar|whe|attr)[_-](?=[\w-]*\d)[\w-]{3,}/gi,
  /(?<=\b(?:account|project|agent|tenant|organi[sz]ation)(?:[ _]id)?\s{0,3}[:=]?\s{0,3}["'`])[^"'`]{1,100}(?=["'`])/gi,
  /(?<=\b(?:account|project|agent|tenant|organi[sz]ation)(?:[ _]id)?\s{0,3}[:=]?\s{1,3})(?=[\w-]*[\d-])[\w-]{2,}/gi,
  /(?<=\b(?:account|project|agent|tenant|organi[sz]ation)(?:[ _]id)?\s{0,3}[:=]\s{0,3})[\w-]+/gi,
  /(?<=\b(?:belongs to|owned by|of) (?:the )?(?:account|project|agent|tenant|organi[sz]ation) )[\w-]+/gi,
];

/** UUIDs and other long random values: letters with digits. */
const LONG_VALUE = /[\w+/-]{20,}={0,2}/g;
const isRandom = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);
/** Shorter values of the configuration could be a part of any word. */
const MIN_SECRET = 8;

/**
 * Removes secrets and foreign ids from texts of the platform (R-2.13).
 * @param sent path, query and body of the request. Texts from them may stay.
 */
export function createScrubber(of: Host, sent: string) {
  const { secrets = [], url, presets } = of;
  const { host, hostname } = new URL(url);
  const values = [
    ...allKeysOf(of),
    ...secrets.filter((secret) => secret.length >= MIN_SECRET),
    host,
    hostname,
  ];
  const own = [sent, ...Object.values(presets)].join('\n');
  const hideForeign = (text: string) => (own.includes(text) ? text : HIDDEN);
  const hideRandom = (text: string) => (isRandom(text) ? hideForeign(text) : text);

  /** Removes the secrets and host names that are known. */
  const known = (text: string): string =>
    values.reduce((result, value) => result.replaceAll(value, HIDDEN), text).replace(/\p{C}+/gu, ' ');
  return {
    known,
    /** Removes in addition everything that has the form of a secret, an address or an id, unless the request contained it. */
    all(text: string, maxLength: number): string {
      const whole = known(text);
      // A value cut by the limit no longer has a recognisable form.
      const read = whole.length > MAX_READ ? whole.slice(0, MAX_READ).replace(/\S+$/, '') : whole;
      const open = [...SOURCE_FORMS, ...SECRET_FORMS].reduce(
        (result, form) => result.replace(form, HIDDEN),
        read,
      );
      const scrubbed = FOREIGN_FORMS.reduce((result, form) => result.replace(form, hideForeign), open);
      const clean = scrubbed.replace(LONG_VALUE, hideRandom);
      return clean
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();
    },
  };
}
