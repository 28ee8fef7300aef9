import { describe, expect, it } from 'vitest';
import { createChatHarness } from '../support/chat-harness.ts';

/** A page whose calls to the relay fail without an answer. */
function unreachable(isRefused: boolean) {
  const asked: number[] = [];
  const harness = createChatHarness({
    answers: () => 'refuse',
    wrapPorts: (ports) => ({
      ...ports,
      isRefused: async () => {
        asked.push(harness.calls.length);
        return isRefused;
      },
    }),
  });
  return { asked, harness };
}

describe('a relay that cannot be reached', () => {
  it('M-14.10: asks an unreachable relay at the first failure if it refuses the page, and then stops', async () => {
    const { asked, harness } = unreachable(true);
    harness.chat.start();
    await harness.advance(120_000);
    expect({ asked, calls: harness.calls, trouble: harness.chat.trouble.value }).toEqual({
      asked: [1],
      calls: ['POST /chat/sessions'],
      trouble: { code: 'configuration', canRetry: false, detail: 'origin_not_allowed' },
    });
  });

  it('M-14.10: asks an unreachable relay once, and calls again if it does not refuse the page', async () => {
    const { asked, harness } = unreachable(false);
    harness.chat.start();
    for (let second = 0; second < 30; second++) await harness.advance(1_000);
    expect([asked, harness.calls.length, harness.chat.trouble.value?.code]).toEqual([[1], 4, 'unreachable']);
  });
});
