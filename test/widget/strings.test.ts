import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../src/chat/model.ts';
import { withExtras } from '../../src/widget/extra-strings.ts';
import { noticeText } from '../../src/widget/notice-text.ts';
import { english, fill, stringsFor } from '../../src/widget/strings.ts';

describe('the words of the panel', () => {
  it('fills in values, each of them as text', () => {
    expect(fill('{name} is number {position}{gone}.', { name: '$& {position}', position: 2 })).toBe(
      '$& {position} is number 2.',
    );
  });

  it('lets a site put its own words over the English ones, the nearest locale first', () => {
    const own = {
      de: { send: 'Senden', menu: 'Menü' },
      'de-AT': { send: 'Absenden' },
      fr: { send: 'Envoyer' },
    };
    const { send, menu, close } = stringsFor('de-AT', {}, own);
    expect({ send, menu, close }).toEqual({ send: 'Absenden', menu: 'Menü', close: english.close });
  });

  it('takes nothing from the prototype for a locale', () => {
    expect(stringsFor('constructor', {}, {})).toEqual(english);
  });

  // spec messaging §13: everything the platform says about a queue is optional.
  it.each<[NoticeBody, string]>([
    [{ notice: 'queue_status' }, 'You are in the queue.'],
    [
      { notice: 'queue_status', position: 2, estimatedWaitSeconds: 150 },
      'You are number 2 in the queue. Expected wait: 3 minutes.',
    ],
    [{ notice: 'queue_status', position: 2, displayMessage: 'Nearly there' }, 'Nearly there'],
    [{ notice: 'live_agent_joined', name: 'Marta' }, 'Marta has joined.'],
    [{ notice: 'live_agent_left' }, 'Advisor has left.'],
    [{ notice: 'conversation_ended', reason: 'user_end' }, 'You have ended the chat.'],
    [{ notice: 'conversation_ended', reason: 'unknown' }, 'This chat has ended.'],
    [{ notice: 'system', level: 'error', text: 'High load.' }, 'High load.'],
  ])('says %j as %j', (notice, text) => {
    expect(noticeText(notice, withExtras(stringsFor('en')), 'en')).toBe(text);
  });
});
