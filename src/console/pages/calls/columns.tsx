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
    value: (it) => it.time,
    cell: (it) => <Time iso={it.time} />,
  },
  {
    name: words.number,
    width: 'minmax(0, 1fr)',
    value: (it) => it.toNumber,
    cell: (it) => <bdi>{it.toNumber}</bdi>,
  },
  {
    name: words.variant,
    width: '128px',
    from: 'wide',
    value: (it) => it.variantId,
    cell: (it) => <bdi>{it.variantId ?? NONE}</bdi>,
  },
  {
    name: words.placedBy,
    width: '128px',
    from: 'wide',
    value: (it) => it.who,
    cell: (it) => <bdi>{it.who ?? NONE}</bdi>,
  },
  {
    name: words.status,
    width: '112px',
    value: (it) => it.status,
    cell: (it) => (it.status === undefined ? words.notEnded : <StatusTag status={it.status} />),
  },
];
