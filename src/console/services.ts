import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Clock } from '../base/clock.ts';
import type { Calls } from './calls.ts';
import type { KeptOf } from './kept.ts';
import type { Place, Session } from './session.ts';
import type { ShortcutActions } from './shortcuts.ts';

/** The number of alerts that fire; `not-known`: it could not be read for minutes; undefined: not read yet. */
export type Firing = number | 'not-known' | undefined;

/** Services of all pages. */
export interface Services {
  readonly clock: Clock;
  readonly calls: Calls;
  readonly session: Session;
  /** The site that the pages are about; undefined: the relay has no sites to choose from. */
  readonly site: string | undefined;
  /** Finds the texts and chats that this person has begun at the site. */
  readonly kept: KeptOf;
  /** Its configuration. */
  readonly place: Place | undefined;
  /** The present, updated every few seconds. */
  readonly now: ReadonlySignal<number>;
  readonly firing: Signal<Firing>;
  /** Keyboard handlers of the mounted parts of the page. */
  readonly shortcuts: Set<ShortcutActions>;
  /** Ends this session, or all of this person. */
  signOut(everywhere: boolean): void;
}

const Context = createContext<Services | undefined>(undefined);
export const ServicesProvider = Context.Provider;

export function useServices(): Services {
  const services = useContext(Context);
  if (!services) throw new Error('a page needs the services');
  return services;
}

const TICK_MS = 10_000;

/** The present, for texts such as "today". */
export function createNow(clock: Clock): ReadonlySignal<number> {
  const now = signal(clock.now());
  const tick = () => {
    now.value = clock.now();
    clock.after(TICK_MS, tick);
  };
  clock.after(TICK_MS, tick);
  return now;
}
