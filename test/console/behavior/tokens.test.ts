import { describe, expect, it } from 'vitest';
import { parseBehavior } from '../../../src/behavior/index.ts';
import { languagesIn } from '../../../src/console/pages/behavior/languages.ts';
import { offsetOf, tokenLines } from '../../../src/console/pages/behavior/tokens.ts';

describe('the lines of a behaviour text', () => {
  it('shows the tags, and those with an issue, between the text of a line', () => {
    const text = 'Hi <channel:voice>you</channel>\n\n<channel:fax>no</channel>';
    expect(tokenLines(text, parseBehavior(text).issues)).toEqual([
      [
        { kind: 'text', text: 'Hi ' },
        { kind: 'tag', text: '<channel:voice>' },
        { kind: 'text', text: 'you' },
        { kind: 'tag', text: '</channel>' },
      ],
      [],
      [
        { kind: 'issue', text: '<channel:fax>' },
        { kind: 'text', text: 'no' },
        { kind: 'tag', text: '</channel>' },
      ],
    ]);
    expect(text.slice(offsetOf(text, 3, 1), offsetOf(text, 3, 14))).toBe('<channel:fax>');
  });

  it('lists the valid languages of the tags, each once', () => {
    const text =
      '<language:fr>a</language><channel:sms><language:en-GB>b</language></channel><language:fr>c</language><language:xxx>d</language>';
    expect(languagesIn(parseBehavior(text))).toEqual(['en-GB', 'fr']);
  });
});
