import { isOpen, type Played } from '../record.ts';
import { type Check, list, type Pattern } from './check.ts';
import { clientId } from './outbound.ts';
import { RULES } from './rules.ts';

/** Laws by number (reliability §6) and by name. */

/** What is left in the end, with a bound. */
export const MEASURED_INVARIANTS = /^(timers|listeners|detached_nodes|heap_growth_kb)(<=|>=|=|<|>)(\d+)$/;

const RELATIONS: Readonly<Record<string, (found: number, bound: number) => boolean>> = {
  '=': (found, bound) => found === bound,
  '<=': (found, bound) => found <= bound,
  '>=': (found, bound) => found >= bound,
  '<': (found, bound) => found < bound,
  '>': (found, bound) => found > bound,
};

function left({ measured, chronicle, remains }: Played, name: string): number {
  const last = remains.at(-1);
  const known: Readonly<Record<string, number | undefined>> = {
    timers: last?.timers,
    listeners: last?.listeners,
    sockets: chronicle.connections.filter(isOpen).length,
  };
  return measured.get(name) ?? known[name] ?? Number.NaN;
}

const bounded = (played: Played, name = '', relation = '', bound = ''): true | unknown =>
  RELATIONS[relation]?.(left(played, name), Number(bound)) || left(played, name);

const NAMED: readonly Pattern[] = [
  { is: /^(timers|sockets|listeners)(<=|>=|=|<|>)(\d+)$/, judge: bounded },
  { is: /^(detached_nodes|heap_growth_kb)(<=|>=|=|<|>)(\d+)$/, judge: bounded, needs: 'browser' },
  {
    is: /^listener_count_constant$/,
    judge: ({ remains }) => {
      const found = remains.map(({ listeners }) => listeners);
      return new Set(found.slice(1)).size === 1 || found;
    },
  },
  {
    is: /^timer_count_constant$/,
    judge: ({ remains }) => {
      const found = remains.map(({ timers }) => timers);
      return Number(found.at(-1)) <= Math.max(...found.slice(0, 3)) || found;
    },
  },
  {
    is: /^each_client_id_committed_once$/,
    judge: ({ chronicle }) => {
      const asked = new Set(
        chronicle.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE').map(clientId),
      );
      const stored = chronicle.journal.map((it) => clientId(it)).filter((it) => it !== undefined);
      const isOnce = stored.length === asked.size && new Set(stored).size === asked.size;
      return isOnce || { asked: [...asked], stored };
    },
  },
  {
    is: /^(?:tabs_equal|same_transcript_in_all_tabs)$/,
    judge: ({ views }) => {
      const found = views.map((view) => JSON.stringify(view?.messages));
      return new Set(found).size === 1 || found;
    },
  },
  { is: /^(?:no_duplicates|no_duplicate_ids|one_bubble_per_message)$/, judge: (played) => RULES.I8(played) },
  {
    is: /^no_(timer|socket|listener)s(?:_left)?$/,
    judge: (played, name) => bounded(played, `${name}s`, '=', '0'),
  },
  { is: /^(?:one_socket|one_open_socket|single_socket)$/, judge: (played) => RULES.I1(played) },
];

const NUMBERED: readonly Pattern[] = Object.entries(RULES).map(([name, judge]) => ({
  is: new RegExp(`^${name}$`),
  judge,
}));

export const invariants: Check = list([...NAMED, ...NUMBERED]);
