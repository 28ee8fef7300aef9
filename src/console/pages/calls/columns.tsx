import { NONE } from '../../../base/figure-text.ts';
import type { Column } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { WORDS } from '../../words.ts';
import type { Call } from './answers.ts';
import { StatusTag } from './status-tag.tsx';
import { words } from './words.ts';

export const COLUMNS: readonly Column<Call>[] = [
  {
    name: WORDS.conversations.time,
    width: '112px',
    value: (call) => call.time,
    cell: (call) => <Time iso={call.time} />,
  },
  {
    name: words.number,
    width: 'minmax(0, 1fr)',
    value: (call) => call.toNumber,
    cell: (call) => <bdi>{call.toNumber}</bdi>,
  },
  {
    name: words.variant,
    width: '128px',
    from: 'wide',
    value: (call) => call.variantId,
    cell: (call) => <bdi>{call.variantId ?? NONE}</bdi>,
  },
  {
    name: words.placedBy,
    width: '128px',
    from: 'wide',
    value: (call) => call.who,
    cell: (call) => <bdi>{call.who ?? NONE}</bdi>,
  },
  {
    name: words.status,
    width: '112px',
    value: (call) => call.status,
    cell: (call) => (call.status === undefined ? words.notEnded : <StatusTag status={call.status} />),
  },
];
