import type { Overview } from '../../answers.ts';
import { overviewWords as words } from '../../words.ts';
import { textOf } from './card.tsx';

interface InProgressCardProps {
  readonly inProgress: Overview['inProgressNow'];
  readonly href: string;
  timeOf(time: string): string;
}

/** The number of conversations in progress, and when they were counted. */
export function InProgressCard({ inProgress, href, timeOf }: InProgressCardProps) {
  return (
    <li class="card">
      <a href={href}>
        <span class="card-name">{words.inProgress}</span>
        <span class="card-value">
          {textOf('count', inProgress?.stale ? undefined : inProgress?.conversations)}
        </span>
        <span class="card-change">
          {inProgress && (inProgress.stale ? words.notKnownSince : words.asOf)(timeOf(inProgress.at))}
        </span>
      </a>
    </li>
  );
}
