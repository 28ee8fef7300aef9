import { type Channel, parseBehavior, type Scope } from './parse.ts';

/** Where the text is going to be followed. */
export interface Audience {
  readonly channel: Channel;
  /** BCP 47; its first part and its region count. */
  readonly language: string;
}

/** `en` holds for `en-US`, `en-US` does not hold for `en-GB`, nor for `en`. */
function isSpoken(tag: string, language: string): boolean {
  const [primary = '', ...rest] = language.split('-');
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  const [wanted, wantedRegion] = tag.split('-');
  return wanted === primary.toLowerCase() && (!wantedRegion || wantedRegion === region?.toUpperCase());
}

/**
 * The behaviour text as it holds for a channel and a language (specification, Behavior rule content): what stands under no tag, and what
 * stands under tags that all match. Text is kept byte for byte; a line of nothing but tags is left out. Text under a tag that is at
 * fault holds nowhere: lint before you rely on it.
 *
 * @example
 * evaluateBehavior('Be kind.<channel:voice> Speak slowly.</channel>', { channel: 'webchat', language: 'en' }); // 'Be kind.'
 */
export function evaluateBehavior(text: string, { channel, language }: Audience): string {
  const matches = ({ kind, value }: Scope): boolean =>
    value !== null && (kind === 'channel' ? value === channel : isSpoken(value, language));
  const known = new Map<Scope, boolean>();
  // Not by recursion: tags nest as deep as somebody likes to write them.
  const holds = (scope: Scope | null): boolean => {
    const unknown: Scope[] = [];
    let it = scope;
    for (; it && !known.has(it); it = it.outer) unknown.push(it);
    let isHeld = it === null || known.get(it) === true;
    for (const inner of unknown.reverse()) {
      isHeld &&= matches(inner);
      known.set(inner, isHeld);
    }
    return isHeld;
  };
  return parseBehavior(text)
    .pieces.filter(({ scope }) => holds(scope))
    .map((piece) => piece.text)
    .join('');
}
