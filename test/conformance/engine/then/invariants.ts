import { isOpen, type ScenarioRun } from '../recording.ts';
import { type Check, list, type Pattern } from './check.ts';
import { INVARIANTS } from './numbered-invariants.ts';
import { clientId } from './outbound.ts';

/** Expectations of invariants, by number (docs/testing.md) or by name. */

/** Bound on a number of things that are left at the end. */
export const MEASURED_INVARIANTS = /^(timers|listeners|detached_nodes|heap_growth_kb)(<=|>=|=|<|>)(\d+)$/;

const RELATIONS: Readonly<Record<string, (found: number, bound: number) => boolean>> = {
  '=': (found, bound) => found === bound,
  '<=': (found, bound) => found <= bound,
  '>=': (found, bound) => found >= bound,
  '<': (found, bound) => found < bound,
  '>': (found, bound) => found > bound,
};

function leftOver({ measurements, recording, remaining }: ScenarioRun, name: string): number {
  const last = remaining.at(-1);
  const known: Readonly<Record<string, number | undefined>> = {
    timers: last?.clientTimers,
    listeners: last?.listeners,
    sockets: recording.connections.filter(isOpen).length,
  };
  return measurements.get(name) ?? known[name] ?? Number.NaN;
}

const bounded = (run: ScenarioRun, name = '', relation = '', bound = ''): true | unknown =>
  RELATIONS[relation]?.(leftOver(run, name), Number(bound)) || leftOver(run, name);

const NAMED: readonly Pattern[] = [
  { is: /^(timers|sockets|listeners)(<=|>=|=|<|>)(\d+)$/, evaluate: bounded },
  { is: /^(detached_nodes|heap_growth_kb)(<=|>=|=|<|>)(\d+)$/, evaluate: bounded, needs: 'browser' },
  {
    is: /^listener_count_constant$/,
    evaluate: ({ remaining }) => {
      const found = remaining.map(({ listeners }) => listeners);
      return new Set(found.slice(1)).size === 1 || found;
    },
  },
  {
    is: /^timer_count_constant$/,
    evaluate: ({ remaining }) => {
      const found = remaining.map(({ clientTimers }) => clientTimers);
      return Number(found.at(-1)) <= Math.max(...found.slice(0, 3)) || found;
    },
  },
  {
    is: /^each_client_id_committed_once$/,
    evaluate: ({ recording }) => {
      const asked = new Set(
        recording.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE').map(clientId),
      );
      const stored = recording.journal.map((event) => clientId(event)).filter((value) => value !== undefined);
      const isOnce = stored.length === asked.size && new Set(stored).size === asked.size;
      return isOnce || { asked: [...asked], stored };
    },
  },
  {
    is: /^(?:tabs_equal|same_transcript_in_all_tabs)$/,
    evaluate: ({ views }) => {
      const found = views.map((view) => JSON.stringify(view?.messages));
      return new Set(found).size === 1 || found;
    },
  },
  {
    is: /^(?:no_duplicates|no_duplicate_ids|one_bubble_per_message)$/,
    evaluate: (run) => INVARIANTS.I8(run),
  },
  {
    is: /^no_(timer|socket|listener)s(?:_left)?$/,
    evaluate: (run, name) => bounded(run, `${name}s`, '=', '0'),
  },
  { is: /^(?:one_socket|one_open_socket|single_socket)$/, evaluate: (run) => INVARIANTS.I1(run) },
];

const NUMBERED: readonly Pattern[] = Object.entries(INVARIANTS).map(([name, evaluate]) => ({
  is: new RegExp(`^${name}$`),
  evaluate,
}));

export const invariants: Check = list([...NAMED, ...NUMBERED]);
