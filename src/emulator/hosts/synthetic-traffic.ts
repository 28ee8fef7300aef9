import type { Clock } from '../../base/clock.ts';
import { createSyntheticSeries, type SyntheticSeries } from '../conversations/synthetic-series.ts';
import type { Project } from '../model/project.ts';
import type { SyntheticRange } from '../model/synthetic-options.ts';
import type { SyntheticConversationWriter } from '../store/synthetic-conversation-writer.ts';

interface TrafficPorts {
  readonly clock: Clock;
  readonly writer: SyntheticConversationWriter;
  readonly project: Project;
}

interface Waiting {
  readonly series: SyntheticSeries;
  /** The index of the first conversation that has not begun. */
  readonly next: number;
}

/** A timer takes at most 24 days. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** Synthetic conversations of a project, each of which begins and ends in its time. */
export function createSyntheticTraffic({ clock, writer, project }: TrafficPorts) {
  let waiting: readonly Waiting[] = [];
  let cancel = () => {};

  const begin = ({ series, next }: Waiting, now: number): readonly Waiting[] => {
    const first = writer.begin(project, series, next, now);
    return first < series.count ? [{ series, next: first }] : [];
  };

  function advance(): void {
    cancel();
    const now = clock.now();
    waiting = waiting.flatMap((entry) =>
      entry.series.at(entry.next).startedAt <= now ? begin(entry, now) : [entry],
    );
    const changes = [
      writer.advance(project, now),
      ...waiting.map((entry) => entry.series.at(entry.next).startedAt),
    ];
    const times = changes.filter((time) => time !== undefined);
    cancel =
      times.length === 0 ? () => {} : clock.after(Math.min(Math.min(...times) - now, MAX_WAIT_MS), advance);
  }

  advance();

  return {
    /** Adds those that have begun, and the others when they begin. Idempotent for the same options. */
    add(options: SyntheticRange): void {
      waiting = [...waiting, ...begin({ series: createSyntheticSeries(options), next: 0 }, clock.now())];
      advance();
    },
    /** Idempotent. Conversations in progress continue with the next start. */
    dispose: (): void => cancel(),
  };
}
