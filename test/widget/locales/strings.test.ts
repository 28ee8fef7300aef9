import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/chat/model/model.ts';
import { interpolate } from '../../../src/text/interpolate.ts';
import { noticeText } from '../../../src/widget/elements/notice-text.ts';
import { stringsFor } from '../../../src/widget/locales/localization.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';

describe('the strings of the panel', () => {
  it('the values of placeholders are inserted as text', () => {
    expect(interpolate('{name} is number {position}{gone}.', { name: '$& {position}', position: 2 })).toBe(
      '$& {position} is number 2.',
    );
  });

  it('the site can replace strings, and the exact locale takes precedence', () => {
    const own = {
      de: { send: 'Senden', menu: 'Menü' },
      'de-AT': { send: 'Absenden' },
      fr: { send: 'Envoyer' },
    };
    const { send, menu, close } = stringsFor('de-AT', english, {}, own);
    expect({ send, menu, close }).toEqual({ send: 'Absenden', menu: 'Menü', close: english.close });
  });

  it('the strings of the panel are never read from a prototype', () => {
    expect(stringsFor('constructor', english)).toEqual(english);
  });

  // M-6.9: every field of a queue status is optional.
  it.each<[NoticeBody, string]>([
    [{ notice: 'queue_status' }, 'You’re in line'],
    [{ notice: 'queue_status', position: 1 }, '1st in line'],
    [{ notice: 'queue_status', position: 2, estimatedWaitSeconds: 150 }, '2nd in line, about 3 min'],
    [{ notice: 'queue_status', position: 23, estimatedWaitSeconds: 7_200 }, '23rd in line, about 2 hr'],
    [{ notice: 'queue_status', position: 111 }, '111th in line'],
    [{ notice: 'queue_status', estimatedWaitSeconds: 60 }, 'You’re in line, about 1 min'],
    [{ notice: 'queue_status', estimatedWaitSeconds: 59 }, 'You’re in line, less than a minute'],
    [{ notice: 'queue_status', estimatedWaitSeconds: 0 }, 'You’re in line, less than a minute'],
    [{ notice: 'queue_status', position: 2, displayMessage: 'Nearly there' }, 'Nearly there'],
    [{ notice: 'live_agent_joined', name: 'Marta' }, 'Marta has joined.'],
    [{ notice: 'live_agent_left' }, 'Team member has left.'],
    [{ notice: 'conversation_ended', reason: 'user_end' }, 'You have ended the chat.'],
    [{ notice: 'conversation_ended', reason: 'unknown' }, 'This chat has ended.'],
    [{ notice: 'system', level: 'error', text: 'High load.' }, 'High load.'],
  ])('the text of the notice %j is %j', (notice, text) => {
    expect(noticeText(notice, english, 'en')).toBe(text);
  });
});
