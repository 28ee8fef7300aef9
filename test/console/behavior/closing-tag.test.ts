import { describe, expect, it } from 'vitest';
import { closingTag } from '../../../src/console/pages/behavior/completion.ts';

const complete = (text: string) => closingTag(text.replace('|', ''), text.indexOf('|'));

describe('the completion of a closing tag', () => {
  it.each([
    ['<channel:voice>Speak.</|', 'channel>'],
    ['<channel:voice>Speak <language:fr>lentement</| slowly', 'language>'],
    ['<channel:voice><language:fr>Oui</language></|', 'channel>'],
    ['Be kind.\n<channel:voice>\nSpeak.\n</|\nMore.', 'channel>'],
    // an invalid tag is open, too.
    ['<channel:fax>Never.</|', 'channel>'],
    ['<channel:voice>Speak.</channel></|', undefined],
    ['No tag at all </|', undefined],
    ['<channel:voice>Speak.<|', undefined],
    ['<channel:voice>1/|', undefined],
  ])('completes the closing tag of %j to %j', (text, tag) => {
    expect(complete(text)).toBe(tag);
  });
});
