import { unreachable } from '../../base/unreachable.ts';
import type { Refusal } from '../refusals.ts';
import { nameOf } from '../sessions.ts';
import type { InjectedFault, LastingFault, RestFault } from './injected-fault.ts';
import { type ActiveFault, type Happening, MINUTE_MS, meet } from './meet.ts';
import { refusalOf } from './refusal.ts';

/** A fault as it is shown: what was ordered, and how often it has struck. */
export type ListedFault = InjectedFault & { readonly id: string; readonly struck: number };

/** Every fault that is in force. */
export interface Faults {
  /** Those that strike at once have done so when this returns, and are not in force. */
  add(faults: readonly InjectedFault[]): readonly ListedFault[];
  active(): readonly ListedFault[];
  /** False when there is none of that id. */
  remove(id: string): boolean;
  clear(): void;
  /** The faults that strike, oldest first. */
  meet(happening: Happening): readonly LastingFault[];
  /** A refusal that was ordered for this call, in the words of the host. */
  refuseCall(
    host: RestFault['host'],
    call: { readonly method: string; readonly path: string; readonly url: string },
  ): Refusal | undefined;
  refuseHandshake(sessionId: string | null): Refusal | undefined;
}

export interface FaultPorts {
  /** Ends the TCP connections of one session, or of all; returns how many there were. */
  cut(sessionId: string | undefined): number;
  /** Closes the sockets of one session, or of all; returns how many there were. */
  close(sessionId: string | undefined, code: number, reason: string): number;
  /** Ends one session, or all, as unused; returns how many there were. */
  expire(sessionId: string | undefined): number;
  now(): number;
  /** A number from 0 to 2³² - 1 for the dice of a fault without a seed. */
  newSeed(): number;
  log(line: string): void;
}

const listed = ({
  id,
  fault,
  struck,
}: Pick<ActiveFault, 'id' | 'struck'> & { readonly fault: InjectedFault }) => ({
  ...fault,
  id,
  struck,
});

/** How a fault is called in the log; a whole session id is half of the way in. */
function describe(id: string, { on, do: what, ...rest }: InjectedFault): string {
  const of =
    'sessionId' in rest && rest.sessionId !== undefined ? ` of session ${nameOf(rest.sessionId)}` : '';
  const at = 'host' in rest ? ` at ${rest.host}` : '';
  return `fault ${id} (${on}${at}${of}: ${what})`;
}

export function createFaults({ cut, close, expire, now, newSeed, log }: FaultPorts): Faults {
  let active: readonly ActiveFault[] = [];
  let made = 0;

  function strikeNow(fault: Exclude<InjectedFault, LastingFault>): number {
    switch (fault.on) {
      case 'connection':
        return fault.do === 'cut'
          ? cut(fault.sessionId)
          : close(fault.sessionId, fault.code, fault.reason ?? '');
      case 'session':
        return expire(fault.sessionId);
      default:
        return unreachable(fault);
    }
  }

  function add(fault: InjectedFault): ListedFault {
    made += 1;
    const id = `fault-${made}`;
    if (fault.on === 'connection' || fault.on === 'session') {
      const struck = strikeNow(fault);
      log(`${describe(id, fault)} struck ${struck} at once`);
      return listed({ id, fault, struck });
    }
    const dice = fault.seed ?? newSeed();
    const it: ActiveFault = { id, fault, met: 0, struck: 0, dice, minuteFrom: now(), inMinute: 0 };
    active = [...active, it];
    log(`${describe(id, fault)} added`);
    return listed(it);
  }

  function met(happening: Happening): readonly ActiveFault[] {
    // Nearly always there is none, and every frame comes past here.
    if (active.length === 0) return [];
    const meeting = meet(active, happening, now());
    active = meeting.active;
    for (const { id, fault, struck } of meeting.struck) log(`${describe(id, fault)} struck (${struck})`);
    return meeting.struck;
  }

  function refusal(happening: Happening): Refusal | undefined {
    const [first] = met(happening);
    return first && refusalOf(first.fault, first.minuteFrom + MINUTE_MS - now());
  }

  return {
    add: (faults) => faults.map(add),
    active: () => active.map(listed),
    remove(id) {
      const left = active.filter((it) => it.id !== id);
      const isGone = left.length < active.length;
      active = left;
      if (isGone) log(`fault ${id} removed`);
      return isGone;
    },
    clear() {
      active = [];
      log('all faults removed');
    },
    meet: (happening) => met(happening).map(({ fault }) => fault),
    refuseCall: (host, { method, path, url }) =>
      refusal({ on: 'rest', stage: 'answer', host, method, path, url }),
    refuseHandshake: (sessionId) => refusal({ on: 'handshake', stage: 'answer', sessionId }),
  };
}
