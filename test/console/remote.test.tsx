import { render } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../src/base/result.ts';
import { type Reading, useReading } from '../../src/console/remote.ts';
import { type Services, ServicesProvider } from '../../src/console/services.ts';
import type { CallError } from '../../src/ui/api-client.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const error: CallError = { type: 'unreachable', message: 'The relay cannot be reached.' };
const NOW = Date.UTC(2026, 10, 22, 9);

afterEach(() => {
  vi.restoreAllMocks();
});

/** A component that reads what the test answers. */
function showReading(everyMs?: number) {
  const clock = createFakeClock(NOW);
  const asked: { readonly key: string; answer(value: string | undefined): Promise<void> }[] = [];
  let remote: Reading<string>['remote'] | undefined;
  function Reader({ asks }: { readonly asks: string }) {
    const reading = useReading<string>(
      asks,
      () =>
        new Promise((resolve) => {
          asked.push({
            key: asks,
            async answer(value) {
              resolve(value === undefined ? err(error) : ok(value));
              await Promise.resolve();
              await new Promise((done) => setImmediate(done));
            },
          });
        }),
      everyMs,
    );
    remote = reading.remote;
    return null;
  }
  const page = (asks: string) => (
    <ServicesProvider value={{ clock } as unknown as Services}>
      <Reader asks={asks} />
    </ServicesProvider>
  );
  const screen = render(page('24h'));
  return {
    clock,
    asked,
    current: () => remote?.peek(),
    askFor: (key: string) => screen.rerender(page(key)),
    unmount: screen.unmount,
    answer: (value: string | undefined) => asked.at(-1)?.answer(value),
  };
}

describe('the reading of a page', () => {
  it('keeps what it shows when it cannot be read again, with the time when it was read', async () => {
    const { answer, clock, current } = showReading(60_000);
    await answer('550 conversations');
    clock.advance(60_000);
    expect(current()).toEqual({ status: 'loading', value: '550 conversations' });
    await answer(undefined);
    expect(current()).toEqual({ status: 'failed', value: '550 conversations', readAt: NOW, error });
  });

  it('drops what it shows when something else cannot be read', async () => {
    const { answer, askFor, current } = showReading();
    await answer('550 conversations');
    askFor('6h');
    expect(current()).toEqual({ status: 'loading', value: '550 conversations' });
    await answer(undefined);
    expect(current()).toMatchObject({ status: 'failed', value: undefined });
  });

  it('reads again when the network is back, if it could not be read', async () => {
    const { answer, asked, current, unmount } = showReading();
    await answer('1');
    dispatchEvent(new Event('online'));
    expect(asked).toHaveLength(1);
    const other = showReading();
    await other.answer(undefined);
    dispatchEvent(new Event('online'));
    await other.answer('2');
    expect([current(), other.current()]).toEqual([
      { status: 'ready', value: '1' },
      { status: 'ready', value: '2' },
    ]);
    unmount();
    other.unmount();
  });

  it('a hidden page does not read again until it is visible', async () => {
    const { answer, asked, clock } = showReading(60_000);
    await answer('1');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    clock.advance(600_000);
    expect(asked).toHaveLength(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toHaveLength(2);
  });

  it('shows the answer to the last question', async () => {
    const { asked, askFor, current } = showReading();
    askFor('6h');
    await asked[1]?.answer('six hours');
    await asked[0]?.answer('a day');
    expect(current()).toEqual({ status: 'ready', value: 'six hours' });
  });
});
