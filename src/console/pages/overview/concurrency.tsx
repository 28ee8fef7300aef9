import { useEffect, useRef } from 'preact/hooks';
import { countText } from '../../../base/figure-text.ts';
import { ok } from '../../../base/result.ts';
import { concurrencyAnswer } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { Plot } from '../../parts/plot.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { readRange, writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { WORDS } from '../../words.ts';
import { type Curve, curvesOf } from './curves.ts';
import './concurrency.css';

const { concurrency: words } = WORDS.overview;
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
        {variants.map((variant) => (
          <li key={variant.id}>
            <bdi>{variant.name}</bdi> {countText(variant.max)}
          </li>
        ))}
      </ul>
      <a class="button" href={address.with({ variants: 'all' })}>
        {words.showAll}
      </a>
    </div>
  );
}

/** Concurrent conversations. The platform reports a week at most, in steps of five minutes. */
export function Concurrency() {
  const { calls, clock } = useServices();
  const timeText = useTimeText();
  const address = usePageAddress();
  const { query } = address;
  const range = readRange(query, clock.now());
  const from = Math.max(range.from, range.to - WEEK_MS);

  const reading = useReading<Read>(
    ['range', 'from', 'to'].map((name) => query.get(name)).join(),
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
        variants: sliced.ok ? curvesOf(sliced.value.intervals).filter((curve) => curve.id !== '') : [],
      });
    },
    WINDOW_MS,
  );

  const root = useRef<HTMLElement>(null);
  const isRead = reading.remote.value.value !== undefined;
  // A link of another page leads here before there is anything to scroll to.
  useEffect(() => {
    if (isRead && location.hash === '#concurrency') root.current?.scrollIntoView();
  }, [isRead]);

  const isWhole = query.get('variants') === 'all';
  const addressOf = (begin: number, end: number) =>
    address.rowsWith({ ...writeRange({ from: begin, to: end }), ran: 'yes' });

  return (
    <section ref={root} id="concurrency" class="concurrency">
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ at: readAt, all, variants }) =>
          !all || all.max === 0 ? null : (
            <>
              <Plot
                title={words.title}
                lead={
                  <>
                    {words.maximum}{' '}
                    <a href={addressOf(all.maxAt, all.maxAt + WINDOW_MS)}>
                      {countText(all.max)}, {timeText(all.maxAt)}
                    </a>
                    {all.maxAt + WINDOW_MS > readAt && ` ${WORDS.table.soFar}`}
                    {range.from < from && ` · ${words.onlyAWeek}`}
                  </>
                }
                times={all.times}
                windowMs={WINDOW_MS}
                isPartial={all.times.map((time) => time + WINDOW_MS > readAt)}
                series={[{ name: words.all, values: all.values, tone: 'main' }]}
                further={isWhole ? variants : variants.slice(0, MAX_DRAWN)}
                unit="count"
                height={200}
                onOpen={(begin, end) => address.go(addressOf(begin, end))}
              />
              {!isWhole && variants.length > MAX_DRAWN && <Others variants={variants.slice(MAX_DRAWN)} />}
            </>
          )
        }
      </RemoteView>
    </section>
  );
}
