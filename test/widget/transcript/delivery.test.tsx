import { describe, expect, it } from 'vitest';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

describe('the delivery of a message', () => {
  it.each([
    ['sending', 'Sending', 1],
    ['sent', 'Sent', 0],
    ['delivered', 'Delivered', 0],
    ['read', 'Read', 0],
  ] as const)(
    'the delivery of a message is heard for %s, and seen only while it is being sent',
    (delivery, label, icons) => {
      const { row, screen } = showPanel({}, (chat) => {
        chat.add(message({ id: 'u', author: 'user', text: 'Hi', delivery }));
      });
      const bubble = row('u').querySelector('.bubble');
      expect([row('u').dataset.delivery, bubble?.querySelectorAll('svg').length]).toEqual([delivery, icons]);
      expect(icons ? screen.getByRole('img', { name: label }) : bubble?.textContent).toBeTruthy();
      if (!icons) expect(bubble?.textContent).toBe(`Hi ${label}`);
    },
  );
});
