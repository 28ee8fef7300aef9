import type { Delivery as DeliveryState } from '../../chat/model/model.ts';
import { useScope } from '../scope.ts';

const TWO_TICKS = 'M2 12.5l4.5 4.5 8-9M11 16l1 1 9-9';
const ICONS = {
  sending: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M12 8.5V12l2.5 1.5',
  sent: 'M5.5 12.5l4.5 4.5L19 8',
  delivered: TWO_TICKS,
  read: TWO_TICKS,
};

/** Delivery state of the visitor's message. `sent` means that the platform has echoed it. */
export function Delivery({ delivery }: { readonly delivery: Exclude<DeliveryState, 'failed'> }) {
  return (
    <svg class="icon delivery" viewBox="0 0 24 24" role="img" aria-label={useScope().strings.value[delivery]}>
      <path d={ICONS[delivery]} />
    </svg>
  );
}
