import type { Delivery as DeliveryState } from '../../chat/model/model.ts';
import { useWidget } from '../context/widget-context.ts';

const CLOCK = 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M12 8.5V12l2.5 1.5';

/** Delivery state of the visitor's message. Only undelivered ones have a visible sign; the others are for assistive technology. */
export function Delivery({ delivery }: { readonly delivery: Exclude<DeliveryState, 'failed'> }) {
  const label = useWidget().strings.value[delivery];
  if (delivery !== 'sending') return <span class="visually-hidden"> {label}</span>;
  return (
    <svg class="icon delivery" viewBox="0 0 24 24" role="img" aria-label={label}>
      <path d={CLOCK} />
    </svg>
  );
}
