import { useState } from 'preact/hooks';
import { usePageAddress } from '../page-address.ts';
import { readRange, writeRange } from '../range.ts';
import { useServices } from '../services.ts';
import { useOwnZone, useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { localZone } from '../zone.ts';
import { Popover } from './popover.tsx';

const readable = (name: string): string => name.replaceAll('_', ' ');

/** The zone of all times of the page, and the address that shows somebody else the same. */
export function ZonePicker() {
  const { now, site } = useServices();
  const { query, change, with: addressWith } = usePageAddress();
  const [zone, own] = [useZone(), useOwnZone()];
  const [isCopied, setCopied] = useState(false);

  /** With the times that are shown now, whenever and wherever it is opened. */
  async function copy(): Promise<void> {
    const address = addressWith({ ...writeRange(readRange(query, now.value)), zone, site });
    await navigator.clipboard.writeText(new URL(address, location.origin).href);
    setCopied(true);
  }

  return (
    <Popover
      label={WORDS.bar.zone(zone)}
      button={readable(zone.slice(zone.lastIndexOf('/') + 1))}
      look="select"
    >
      {[...new Set([own, 'UTC', localZone()])].map((offered) => (
        <button
          key={offered}
          type="button"
          aria-pressed={offered === zone}
          onClick={() => change({ zone: offered === own ? null : offered }, 'replace')}
        >
          {readable(offered)}
        </button>
      ))}
      <hr />
      <button type="button" data-stays onClick={() => void copy()}>
        {WORDS.bar.copyLink}
      </button>
      <p class="hint" role="status">
        {isCopied && WORDS.bar.copied}
      </p>
    </Popover>
  );
}
