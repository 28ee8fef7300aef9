import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shareSeen } from '../../../src/widget/transcript/share-seen.ts';

const RELAY = 'https://relay.example/foyer';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page with what it has seen and heard. */
function page(relay = RELAY) {
  const seen = signal<string | null>(null);
  const heard: string[] = [];
  const stop = shareSeen(seen, relay, (id) => heard.push(id));
  stops.push(stop);
  return { seen, heard, stop };
}

describe('M-3.18: the pages of a browser', () => {
  it('M-3.18: pages tell each other what was seen, and nothing to the pages of another relay', async () => {
    const [one, other, third, foreign] = [page(), page(), page(), page('https://other.example')];
    one.seen.value = 'a';
    other.stop();
    one.seen.value = 'b';
    await vi.waitFor(() => expect([...new Set(third.heard)]).toEqual(['a', 'b']));
    expect([one.heard, other.heard, foreign.heard]).toEqual([[], [], []]);
  });

  it('M-3.18: pages tell a page that comes later what was seen', async () => {
    const one = page();
    one.seen.value = 'a';
    const late = page();
    await vi.waitFor(() => expect(late.heard).toEqual(['a']));
    expect(one.heard).toEqual([]);
  });

  it('M-3.18: pages tell a page what was seen when it returns from the back-forward cache', async () => {
    const [one, away] = [page(), page()];
    dispatchEvent(new Event('pagehide'));
    one.seen.value = 'a';
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await vi.waitFor(() => expect(away.heard).toEqual(['a']));
  });

  it('M-3.18: pages work alone where the browser forbids the channel', () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('insecure', 'SecurityError');
        }
      },
    );
    const one = page();
    one.seen.value = 'a';
    expect(one.heard).toEqual([]);
    vi.unstubAllGlobals();
  });
});
