import { unreachable } from '../../base/unreachable.ts';
import type { Refusal } from '../http/refusals.ts';
import { shortId } from '../model/short-id.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { InjectedFault, LastingFault, RestFault } from './injected-fault.ts';
import { type ActiveFault, MINUTE_MS, matchFaults, type TrafficItem } from './match.ts';
import { refusalOf } from './refusal.ts';

/** A fault as the control API shows it, with the number of times it was applied. */
export type ListedFault = InjectedFault & { readonly id: string; readonly applied: number };

export type Faults = ReturnType<typeof createFaults>;

export interface FaultPorts {
  readonly connections: Pick<ConnectionRegistry, 'disconnect'>;
  /** Ends one session, or all, as idle, and returns their number. */
  expire(sessionId: string | undefined): number;
  now(): number;
  /** A number from 0 to 2³² - 1 for the random choices of a fault without a seed. */
  newSeed(): number;
  log(line: string): void;
}

const listed = <Fault extends InjectedFault>(id: string, fault: Fault, applied: number) => ({
  ...fault,
  id,
  applied,
});

/** The description of a fault in the log. It never contains a whole session id. */
function describe(id: string, { on, do: what, ...rest }: InjectedFault): string {
  const of =
    'sessionId' in rest && rest.sessionId !== undefined ? ` of session ${shortId(rest.sessionId)}` : '';
  const at = 'host' in rest ? ` at ${rest.host}` : '';
  return `fault ${id} (${on}${at}${of}: ${what})`;
}

/** The injected faults in force. */
export function createFaults({ connections, expire, now, newSeed, log }: FaultPorts) {
  let active: readonly ActiveFault[] = [];
  let created = 0;

  function applyAtOnce(fault: Exclude<InjectedFault, LastingFault>): number {
    switch (fault.on) {
      case 'connection': {
        const how = fault.do === 'cut' ? 'terminate' : { code: fault.code, reason: fault.reason ?? '' };
        return connections.disconnect(fault.sessionId, how);
      }
      case 'session':
        return expire(fault.sessionId);
      default:
        return unreachable(fault);
    }
  }

  function add(fault: InjectedFault): ListedFault {
    created += 1;
    const id = `fault-${created}`;
    if (fault.on === 'connection' || fault.on === 'session') {
      const applied = applyAtOnce(fault);
      log(`${describe(id, fault)} applied to ${applied} at once`);
      return listed(id, fault, applied);
    }
    const randomState = fault.seed ?? newSeed();
    active = [...active, { id, fault, matched: 0, applied: 0, randomState, minuteStart: now(), inMinute: 0 }];
    log(`${describe(id, fault)} added`);
    return listed(id, fault, 0);
  }

  function apply(item: TrafficItem): readonly ActiveFault[] {
    // The fast path: most of the time no fault is in force, and every frame passes here.
    if (active.length === 0) return [];
    const match = matchFaults(active, item, now());
    active = match.active;
    for (const { id, fault, applied } of match.applied) log(`${describe(id, fault)} applied (${applied})`);
    return match.applied;
  }

  function refuse(item: TrafficItem): Refusal | undefined {
    const [first] = apply(item);
    return first && refusalOf(first.fault, first.minuteStart + MINUTE_MS - now());
  }

  return {
    /** Puts faults in force. Faults of sessions and connections are applied before this returns and do not stay in force. */
    add: (faults: readonly InjectedFault[]): readonly ListedFault[] => faults.map(add),
    active: (): readonly ListedFault[] => active.map(({ id, fault, applied }) => listed(id, fault, applied)),
    /** False when no fault in force has the id. */
    remove(id: string): boolean {
      const left = active.filter((activeFault) => activeFault.id !== id);
      const isRemoved = left.length < active.length;
      active = left;
      if (isRemoved) log(`fault ${id} removed`);
      return isRemoved;
    },
    clear(): void {
      active = [];
      log('all faults removed');
    },
    /** Returns the faults that apply to an item, oldest first, and counts them. */
    apply: (item: TrafficItem): readonly LastingFault[] => apply(item).map(({ fault }) => fault),
    /** The refusal that a fault wants for a call. */
    refuseCall: (
      host: RestFault['host'],
      { method, path, url }: { readonly method: string; readonly path: string; readonly url: string },
    ): Refusal | undefined => refuse({ on: 'rest', stage: 'response', host, method, path, url }),
    /** The refusal that a fault wants for a handshake. */
    refuseHandshake: (sessionId: string | null): Refusal | undefined =>
      refuse({ on: 'handshake', stage: 'response', sessionId }),
  };
}
