import { useCallback, useMemo } from 'preact/hooks';
import { usePageAddress } from '../../page-address.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { dayText, timeText } from '../../zone.ts';
import type { Call } from './answers.ts';
import { words } from './words.ts';

const REFRESH_MS = 10_000;
const MAX_CALLS = 500;

/** The calls that were placed through the relay, and which of them is open. */
export function useCalls() {
  const { calls, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const list = useReading(
    'calls',
    (signal) => calls.own('GET', '/outbound-calls', { query: { limit: MAX_CALLS } }, signal),
    REFRESH_MS,
  );
  const all = list.remote.value.value?.calls ?? [];
  const pages = useMemo(() => [all], [list.remote.value.value]);
  const hrefOf = useCallback(
    ({ callSid }: Call) => address.with({ call: callSid }),
    [address.with({ call: null })],
  );
  // "Today" changes with the day, and with it every row.
  const today = dayText(now.value, zone);
  const nameOf = useCallback(
    ({ time, toNumber, status }: Call) =>
      [
        timeText(Date.parse(time), now.peek(), zone),
        toNumber,
        status === undefined ? words.notEnded : (words.statuses[status] ?? status),
      ].join(', '),
    [today, zone],
  );
  return { list, all, pages, hrefOf, nameOf, open: address.query.get('call') ?? undefined, address };
}
