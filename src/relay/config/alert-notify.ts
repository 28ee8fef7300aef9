import { isPublicHost } from '../../base/public-address.ts';
import { err, ok } from '../../base/result.ts';
import { isLoopback } from '../../protocol/secure-url.ts';
import { listOf, serverUrl } from './values.ts';
import { SECRET_HINT, takeSecret } from './webhook-address.ts';

export const NOTIFY_KINDS = ['slack', 'teams', 'discord', 'json'] as const;
export type NotifyKind = (typeof NOTIFY_KINDS)[number];

/** A channel or a server that receives alerts. */
export interface AlertReceiver {
  readonly kind: NotifyKind;
  /** The path is a secret. */
  readonly url: string;
  /** Signs messages of the kind `json`; undefined for the others. */
  readonly secret: Uint8Array | undefined;
}

const EXPECTED = `entries of slack:URL, teams:URL, discord:URL or json:URL#whsec_SECRET, separated by commas; each an https URL of a public host, and ${SECRET_HINT}`;

/** Loopback counts as public, as in every setting with an address. */
const isPublic = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ? isPublicHost(hostname) : isLoopback(hostname);

export const alertReceivers = listOf<AlertReceiver>(EXPECTED, (entry, expected) => {
  const kind = NOTIFY_KINDS.find((candidate) => entry.startsWith(`${candidate}:`));
  const url = kind && serverUrl(entry.slice(kind.length + 1));
  if (!kind || !url || !isPublic(url)) return err(expected);
  const { hash } = url;
  const secret = takeSecret(url);
  if (kind !== 'json') return hash === '' ? ok({ kind, url: url.href, secret: undefined }) : err(expected);
  return secret ? ok({ kind, url: url.href, secret }) : err(expected);
});
