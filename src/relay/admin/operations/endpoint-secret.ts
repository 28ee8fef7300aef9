import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { parseUrl } from '../../../base/url.ts';
import { isRefusal } from '../../../platform/errors.ts';
import type { PlatformError } from '../../../platform/index.ts';
import type { Failure } from '../../http/problem.ts';
import { platformFailure } from '../api/endpoint-operation.ts';
import type { SecretChange, WebhookSecrets } from '../webhooks/webhook-secrets.ts';

export interface SecretPorts {
  readonly secrets: WebhookSecrets;
  /** True if a restart of the relay clears its store. */
  readonly isInMemory: boolean;
}

/** The way in which this relay accepts the new secret of an endpoint that leads to it. */
export const receiver = z.object({
  name: z.string().describe('The name of the webhook in `FOYER_WEBHOOK_SECRETS`.'),
  accepts_new_secret: z.boolean(),
  previous_until: z
    .nullable(z.iso.datetime())
    .describe('The old secret is accepted until then; null: there is none.'),
  next_step: z.string().describe('The change of the configuration that completes this.'),
});

const RECEIVER_PATH = /\/admin\/v1\/webhooks\/([\w.-]{1,64})\/?$/;

/** The webhook name in the endpoint's URL; undefined for other receivers. */
export const webhookNameIn = (url: string): string | undefined =>
  RECEIVER_PATH.exec(parseUrl(url)?.pathname ?? '')?.[1];

/** True if the platform has certainly changed nothing. */
const hasChangedNothing = ({ code, upstream }: PlatformError): boolean =>
  code === 'INVALID_REQUEST' || (upstream !== undefined && isRefusal(upstream.status));

const ENTRIES: Readonly<Record<SecretChange, (name: string) => string>> = {
  create: (name) => `add ${name}:signing_secret`,
  rotate: (name) => `replace the old secret of ${name} by signing_secret`,
};

/** Describes the remaining steps in the configuration. */
export function nextStep(name: string, change: SecretChange, accepts: boolean, isInMemory: boolean): string {
  const entry = `In FOYER_WEBHOOK_SECRETS, or the file of FOYER_WEBHOOK_SECRETS_FILE, ${ENTRIES[change](name)}`;
  if (!accepts) return `${entry} and restart the relay now: it refuses the events until then.`;
  const accepted = change === 'create' ? 'the new secret' : 'both secrets';
  const until = isInMemory
    ? `before the relay restarts: it accepts ${accepted}, but keeps the new one in its memory only, and other relays do not know it`
    : `at the next change of the configuration: every relay on this store accepts ${accepted}`;
  return `${entry} ${until}.`;
}

interface WithSecret {
  readonly signing_secret: string;
}

/**
 * Makes the platform create an endpoint or replace its secret. If the endpoint leads to a configured webhook of this relay, the
 * relay accepts the new secret at once, so that no event is lost.
 */
export async function changeSecret<A extends WithSecret>(
  { secrets, isInMemory }: SecretPorts,
  name: string | undefined,
  change: SecretChange,
  call: () => Promise<Result<A, PlatformError>>,
  endpointIdOf: (answer: A) => string,
): Promise<Result<A & { readonly receiver?: z.output<typeof receiver> }, Failure>> {
  if (name === undefined || !secrets.names.has(name)) {
    const answer = await call();
    return answer.ok ? answer : platformFailure(answer.error);
  }
  const beginning = await secrets.begin(name, change);
  if (beginning.status === 'in-progress') return err({ failed: 'rotation-in-progress' });
  if (beginning.status === 'overlapping') {
    return err({ failed: 'rotation-overlapping', name, until: beginning.until });
  }
  const { rotation } = beginning;
  const answer = await call();
  if (!answer.ok) {
    await (hasChangedNothing(answer.error) ? rotation.cancel() : rotation.leaveOpen());
    return platformFailure(answer.error);
  }
  const accepts = await rotation.complete(endpointIdOf(answer.value), answer.value.signing_secret);
  const { previousUntil } = await secrets.read(name);
  return ok({
    ...answer.value,
    receiver: {
      name,
      accepts_new_secret: accepts,
      previous_until: previousUntil === undefined ? null : new Date(previousUntil).toISOString(),
      next_step: nextStep(name, change, accepts, isInMemory),
    },
  });
}
