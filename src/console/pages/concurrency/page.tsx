import { countText } from '../../../base/figure-text.ts';
import { ok } from '../../../base/result.ts';
import { concurrencyAnswer } from '../../answers.ts';
import { addressOfOther, usePageAddress } from '../../page-address.ts';
import { Plot } from '../../parts/plot.tsx';
import { LongerRange, Notice, RemoteView } from '../../parts/states.tsx';
import { readRange, writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { timeText } from '../../zone.ts';
import { type Curve, curvesOf } from './curves.ts';
import { words } from './words.ts';
import './page.css';

const WEEK_MS = 7 * 24 * 3_600_000;
const WINDOW_MS = 300_000;
/** As many variants are drawn as fit on two screens. The others are named. */
const MAX_DRAWN = 6;

interface Read {
  readonly at: number;
  readonly all: Curve | undefined;
  readonly variants: readonly Curve[];
}

/** The variants that are not drawn. */
function Others({ variants }: { readonly variants: readonly Curve[] }) {
  const address = usePageAddress();
  return (
    <div class="others">
      <p>{words.others(countText(variants.length), countText(variants[0]?.max ?? 0))}</p>
      <ul>
        {variants.map((it) => (
          <li key={it.id}>
            <bdi>{it.name}</bdi> {countText(it.max)}
          </li>
        ))}
      </ul>
      <a class="button" href={address.with({ variants: 'all' })}>
        {words.showAll}
      </a>
    </div>
  );
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
    address.with({ zone: null, variants: null }),
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
        variants: sliced.ok ? curvesOf(sliced.value.intervals).filter((it) => it.id !== '') : [],
      });
    },
    { clock, everyMs: WINDOW_MS },
  );

  const isWhole = query.get('variants') === 'all';
  const addressOf = (begin: number, end: number) =>
    addressOfOther('/console/conversations', query, { ...writeRange({ from: begin, to: end }), ran: 'yes' });

  return (
    <div class="concurrency">
      {range.from < from && <p class="hint">{words.onlyAWeek}</p>}
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ at: readAt, all, variants }) =>
          !all || all.max === 0 ? (
            <Notice text={words.none}>{range.last !== '7d' && <LongerRange />}</Notice>
          ) : (
            <>
              <p class="maximum">
                {words.maximum}{' '}
                <a href={addressOf(all.maxAt, all.maxAt + WINDOW_MS)}>
                  <strong>{countText(all.max)}</strong> {timeText(all.maxAt, now.value, zone)}
                </a>
              </p>
              {[{ ...all, name: words.title }, ...(isWhole ? variants : variants.slice(0, MAX_DRAWN))].map(
                (it, index) => (
                  <Plot
                    key={it.id}
                    title={it.name}
                    times={it.times}
                    windowMs={WINDOW_MS}
                    isPartial={it.times.map((time) => time + WINDOW_MS > readAt)}
                    series={[{ name: it.name, values: it.values, tone: 'main' }]}
                    unit="count"
                    height={index === 0 ? 280 : 120}
                    onOpen={(begin, end) => address.go(addressOf(begin, end))}
                  />
                ),
              )}
              {!isWhole && variants.length > MAX_DRAWN && <Others variants={variants.slice(MAX_DRAWN)} />}
            </>
          )
        }
      </RemoteView>
    </div>
  );
}
