import { useTimeText } from '../use-time-text.ts';

/** A time in the zone of the page; its title is the time in ISO 8601. */
export function Time({ iso }: { readonly iso: string }) {
  const timeText = useTimeText();
  return (
    <time dateTime={iso} title={iso}>
      {timeText(iso)}
    </time>
  );
}
