import { RemoteView } from '../../parts/states.tsx';
import { writeRange } from '../../range.ts';
import { overviewWords as words } from '../../words.ts';
import { Card, FIGURES } from './card.tsx';
import { Concurrency } from './concurrency.tsx';
import { FiringSection } from './firing-section.tsx';
import { InProgressCard } from './in-progress-card.tsx';
import { Reach } from './reach.tsx';
import { ReasonsSection } from './reasons-section.tsx';
import { RelayTrouble } from './relay-trouble.tsx';
import { countedRange, useOverview } from './use-overview.ts';
import { VisitorsSection } from './visitors-section.tsx';
import './page.css';

/** The operator's morning check: six figures, each with the week before, and what is wrong now. */
export function OverviewPage() {
  const { reading, timeOf, rowsWith } = useOverview();
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {(overview) => (
        <div class="overview">
          {overview.failing && (
            <p class="failed">{words.failing(timeOf(overview.failing.since), overview.failing.code)}</p>
          )}
          {overview.unreadable.length > 0 && (
            <p class="failed">
              {words.unreadable(overview.unreadable.length)}{' '}
              {overview.unreadable.map(({ id }) => (
                <a key={id} href={rowsWith({ open: id })}>
                  {id}
                </a>
              ))}
            </p>
          )}
          <ul class="cards">
            {FIGURES.map((figure) => (
              <Card
                key={figure.name}
                figure={figure}
                overview={overview}
                hrefOf={(target) =>
                  typeof target === 'string'
                    ? target
                    : rowsWith({ ...target(overview.totals), ...countedRange(overview) })
                }
              />
            ))}
            {/* The relay counts those that began in the last six hours. */}
            <InProgressCard
              inProgress={overview.inProgressNow}
              href={rowsWith({ ...writeRange('6h'), progress: 'yes' })}
              timeOf={timeOf}
            />
          </ul>
          <Reach overview={overview} timeOf={timeOf} />
          <div class="sections">
            <FiringSection alerts={overview.alerts} timeOf={timeOf} />
            <ReasonsSection
              overview={overview}
              hrefOf={(filters) => rowsWith({ ...filters, ...countedRange(overview) })}
            />
            <VisitorsSection overview={overview} timeOf={timeOf} />
            <RelayTrouble relays={overview.relays} />
          </div>
          <Concurrency />
        </div>
      )}
    </RemoteView>
  );
}
