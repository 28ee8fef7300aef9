import { expect, it } from 'vitest';
import type { Notice, NoticeBody } from '../../../src/chat/model/model.ts';
import { showPanel } from '../support/panel-harness.tsx';

const notice = (id: string, body: NoticeBody): Notice => ({ kind: 'notice', id, at: 0, ...body });

function queue() {
  const { chat, update } = showPanel();
  const status = () => document.querySelector('.status')?.textContent;
  update(() => {
    chat.connection.value = 'online';
    chat.handoff.value = 'queued';
    chat.add(notice('started', { notice: 'handoff_started' }));
  });
  return { chat, status, update };
}

it('M-6.9: the header tells place and wait, whatever is written meanwhile', () => {
  const { chat, status, update } = queue();
  expect(status()).toBe('Waiting for an advisor');
  update(() => chat.add(notice('q3', { notice: 'queue_status', position: 3, estimatedWaitSeconds: 120 })));
  expect(status()).toBe('You are number 3 in the queue. Expected wait: 2 minutes.');
  update(() => chat.add(notice('other', { notice: 'system', level: 'info', text: 'A note' })));
  expect(status()).toBe('You are number 3 in the queue. Expected wait: 2 minutes.');
  update(() => chat.add(notice('q1', { notice: 'queue_status', position: 1 })));
  expect(status()).toBe('You are number 1 in the queue.');
});

it('the header tells no place of an earlier queue, and none that is not known', () => {
  const { chat, status, update } = queue();
  update(() => chat.add(notice('q', { notice: 'queue_status', displayMessage: 'Soon' })));
  expect(status()).toBe('Waiting for an advisor');
  update(() => chat.add(notice('q1', { notice: 'queue_status', position: 1 })));
  update(() => chat.add(notice('failed', { notice: 'handoff_timeout' })));
  update(() => chat.add(notice('again', { notice: 'handoff_started' })));
  expect(status()).toBe('Waiting for an advisor');
});
