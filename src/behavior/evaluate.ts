import { type Behavior, type Channel, type OpenTag, type Piece, parseBehavior } from './parse.ts';

/** Channel and language that a behaviour text is evaluated for. */
export interface Audience {
  readonly channel: Channel;
  /** BCP 47; only the primary language and the region are used. */
  readonly language: string;
}

/** `en` matches `en-US`; `en-US` matches neither `en-GB` nor `en`. */
function matchesLanguage(tag: string, language: string): boolean {
  const [primary = '', ...rest] = language.split('-');
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  const [wanted, wantedRegion] = tag.split('-');
  return wanted === primary.toLowerCase() && (!wantedRegion || wantedRegion === region?.toUpperCase());
}

/** The pieces of a text that apply to a channel and a language. */
export function piecesFor({ pieces }: Behavior, { channel, language }: Audience): readonly Piece[] {
  const matches = ({ kind, value }: OpenTag): boolean =>
    value !== null && (kind === 'channel' ? value === channel : matchesLanguage(value, language));
  const known = new Map<OpenTag, boolean>();
  // Not recursive: tags may be nested to any depth.
  const applies = (scope: OpenTag | null): boolean => {
    const unknown: OpenTag[] = [];
    let tag = scope;
    for (; tag && !known.has(tag); tag = tag.outer) unknown.push(tag);
    let isApplied = tag === null || known.get(tag) === true;
    for (const inner of unknown.reverse()) {
      isApplied &&= matches(inner);
      known.set(inner, isApplied);
    }
    return isApplied;
  };
  return pieces.filter(({ scope }) => applies(scope));
}

/**
 * Evaluates a behaviour text for a channel and a language. The result contains the text outside
 * all tags and the text whose tags all match, byte for byte. Lines that contain only tags are left out. Text under an invalid tag never
 * applies, so lint the text first.
 *
 * @example
 * evaluateBehavior('Be kind.<channel:voice> Speak slowly.</channel>', { channel: 'webchat', language: 'en' }); // 'Be kind.'
 */
export function evaluateBehavior(text: string, audience: Audience): string {
  return piecesFor(parseBehavior(text), audience)
    .map((piece) => piece.text)
    .join('');
}
