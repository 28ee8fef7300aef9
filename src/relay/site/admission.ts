import { authenticate, randomText, toBase64Url } from '../../base/digest.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import { unreachable } from '../../base/unreachable.ts';
import type { AnsweredChallenge, Challenge } from '../../protocol/relay.ts';
import type { SiteConfig } from '../config/config.ts';
import type { Failure } from '../http/problem.ts';
import type { SiteServices } from '../services/services.ts';
import type { SessionLimits } from '../store/limits.ts';
import { isSolved, verdictOf } from '../store/proof-of-work.ts';

const CHALLENGE_MS = 60_000;
const SALT_BYTES = 12;

/** A client that requests a new session. */
export interface Applicant {
  /** The network, as in rate limits. */
  readonly client: string;
  /** The embedding pages, as in rate limits. */
  readonly pages: string;
  readonly origin: string;
}

/** Decides which requests for a new session may reach the platform (S-53, S-138). */
export function createAdmission(
  { name, connectorToken, challenge: mode }: Pick<SiteConfig, 'name' | 'connectorToken' | 'challenge'>,
  { store, clock, limits }: Pick<SiteServices, 'store' | 'clock'> & { readonly limits: SessionLimits },
) {
  // All relays of a store share the connector token. The network and the origin are signed but not sent.
  const sign = ({ client, origin }: Applicant, { salt, bits, expires_at }: Omit<Challenge, 'signature'>) =>
    toBase64Url(
      authenticate(
        connectorToken,
        'challenge:',
        JSON.stringify([name, client, origin, salt, bits, expires_at]),
      ),
    );

  function challenge(applicant: Applicant, bits: number): Challenge {
    const unsigned = { salt: randomText(SALT_BYTES), bits, expires_at: clock.now() + CHALLENGE_MS };
    return { ...unsigned, signature: sign(applicant, unsigned) };
  }

  /** S-139: true once for the right answer to a challenge from this relay or another one of the store. */
  async function redeem(applicant: Applicant, answered: AnsweredChallenge): Promise<boolean> {
    const isValid =
      answered.expires_at > clock.now() &&
      isSameSecret(answered.signature, sign(applicant, answered)) &&
      isSolved(answered);
    return isValid && store.claim(`challenge:${answered.salt}`, '1', answered.expires_at);
  }

  return {
    /** Counts a request for a new session; returns a failure unless it may reach the platform. */
    async admit(applicant: Applicant, answered: AnsweredChallenge | undefined): Promise<Failure | undefined> {
      if (mode !== 'off' && answered && (await redeem(applicant, answered)))
        return limits.consumeAnswered(applicant.pages);
      const count = await limits.countCreate(applicant.client, applicant.pages);
      const { retryInMs } = count;
      const verdict = verdictOf(mode, count);
      switch (verdict.type) {
        case 'admitted':
          return undefined;
        case 'refused':
          return { failed: 'too-many-requests', retryInMs };
        case 'challenged':
          return { failed: 'challenge', challenge: challenge(applicant, verdict.bits), retryInMs };
        default:
          return unreachable(verdict);
      }
    },
  };
}
