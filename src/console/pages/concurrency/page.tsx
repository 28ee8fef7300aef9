import { ok } from '../../../base/result.ts';
import { concurrencyAnswer } from '../../answers.ts';
import { countText } from '../../figures.ts';
import { addressOfOther, usePageAddress } from '../../page-address.ts';
import { Plot } from '../../parts/plot.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { readRange, writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { timeText } from '../../zone.ts';
import { type Curve, curvesOf } from './curves.ts';
import './page.css';

const { concurrency: words } = WORDS;
const WEEK_MS = 7 * 24 * 3_600_000;
const WINDOW_MS = 300_000;

interface Read {
  readonly at: number;
  readonly all: Curve | undefined;
  readonly variants: readonly Curve[];
}

/** How many conversations there were at the same time. The platform tells a week at most, in steps of five minutes. */
export function ConcurrencyPage() {
  const { calls, clock, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const { query } = address;
  const range = readRange(query, clock.now());
  const from = Math.max(range.from, range.to - WEEK_MS);

  const reading = useReading<Read>(
    address.with({ zone: null }),
    async (signal) => {
      const span = { start_time: new Date(from).toISOString(), end_time: new Date(range.to).toISOString() };
      const [all, sliced] = await Promise.all([
        calls.call('GET', '/concurrency', { query: span }, { answer: concurrencyAnswer, signal }),
        calls.call(
          'GET',
          '/concurrency',
          { query: { ...span, slice_by: 'variant' } },
          { answer: concurrencyAnswer, signal },
        ),
      ]);
      if (!all.ok) return all;
      return ok({
        at: clock.now(),
        all: curvesOf(all.value.intervals)[0],
        // A platform that cannot slice shows the sum only.
        variants: sliced.ok ? curvesOf(sliced.value.intervals).filter((it) => it.name !== '') : [],
      });
    },
    { clock, everyMs: WINDOW_MS },
  );

  const open = (begin: number, end: number) =>
    address.go(addressOfOther('/console/conversations', query, writeRange({ from: begin, to: end })));

  return (
    <div class="concurrency">
      {range.from < from && <p class="hint">{words.onlyAWeek}</p>}
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ at: readAt, all, variants }) =>
          !all || all.max === 0 ? (
            <Notice text={words.none} />
          ) : (
            <>
              <p class="maximum">
                {words.maximum}{' '}
                <a
                  href={addressOfOther(
                    '/console/conversations',
                    query,
                    writeRange({ from: all.maxAt, to: all.maxAt + WINDOW_MS }),
                  )}
                >
                  <strong>{countText(all.max)}</strong> {timeText(all.maxAt, now.value, zone)}
                </a>
              </p>
              {[{ ...all, name: words.title }, ...variants].map((it, at) => (
                <Plot
                  key={`${at} ${it.name}`}
                  title={it.name}
                  times={it.times}
                  windowMs={WINDOW_MS}
                  isPartial={it.times.map((time) => time + WINDOW_MS > readAt)}
                  series={[{ name: it.name, values: it.values, tone: 'main' }]}
                  unit="count"
                  height={at === 0 ? 280 : 120}
                  onOpen={open}
                />
              ))}
            </>
          )
        }
      </RemoteView>
    </div>
  );
}
