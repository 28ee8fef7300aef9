import {
  BETTER_CARRIER_MS,
  CARRIER_HANDSHAKE_MS,
  CARRIER_TRIAL_MS,
  HANDSHAKE_MS,
} from '../../protocol/limits.ts';
import { type Carrier, isTicket, type SessionGrant } from '../../protocol/relay.ts';

/** The carrier of this page (M-12.24). */
export interface Carriage {
  /** Position in the grant's list. */
  readonly nth: number;
  /** Time of the next try of the best one (M-12.25); null: this is the best one. */
  readonly betterAt: number | null;
  /** The carrier that worked, while the best one is tried; null: no try. */
  readonly fallback: number | null;
}

export const bestCarriage: Carriage = { nth: 0, betterAt: null, fallback: null };

/** The next carrier, after this one has failed. */
export const nextCarriage = (nth: number, at: number): Carriage => ({
  nth,
  betterAt: at + BETTER_CARRIER_MS,
  fallback: null,
});

/** Tries the best carrier. */
export const carriageTried = ({ nth, fallback }: Carriage): Carriage =>
  nth === 0 ? { ...bestCarriage, fallback } : { ...bestCarriage, fallback: nth };

export const hasNextCarrier = ({ carriers }: SessionGrant, { nth }: Carriage): boolean =>
  nth + 1 < (carriers?.length ?? 0);

export const carrierOf = (grant: SessionGrant, { nth }: Carriage): Carrier =>
  grant.carriers?.[nth] ?? (isTicket(grant) ? 'relay' : 'direct');

/** M-12.6: a shorter deadline where another carrier may work. */
export function handshakeMs(grant: SessionGrant, carriage: Carriage): number {
  if (carriage.fallback !== null) return CARRIER_TRIAL_MS;
  return hasNextCarrier(grant, carriage) ? CARRIER_HANDSHAKE_MS : HANDSHAKE_MS;
}
