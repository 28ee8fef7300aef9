import { REFUSALS, type Refusal } from './refusals.ts';

/** As many as the relay takes (S-93). Node would drop what exceeds a limit of its own, silently. */
const MAX_HEADERS = 100;

/** Why a request is refused for its headers as they came, names and values in turn, before anything else of it is looked at. */
export function refusalOfHeaders(raw: readonly string[]): Refusal | undefined {
  if (raw.length > 2 * MAX_HEADERS) return REFUSALS.headersTooLarge;
  const hosts = raw.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host');
  return hosts.length > 1 ? REFUSALS.severalHosts : undefined;
}
