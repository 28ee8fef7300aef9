import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { own } from '../../base/own.ts';
import type { Availability } from '../../protocol/availability.ts';
import { useLazy, useWidget, type WidgetContext } from '../context/widget-context.ts';
import { textForLocale } from '../locales/text-for-locale.ts';

const WEEK_MS = 6 * 86_400_000;

/** The site's own words about a closed or paused chat; undefined if it has none. */
function noticeOf(answer: Availability, { locale, config, clock }: WidgetContext): string | undefined {
  if (answer.status === 'open' || !answer.notice) return undefined;
  const tag = locale.value;
  const text = textForLocale(answer.notice, tag, config.value?.default_locale ?? '');
  const opensAt = answer.status === 'closed' && answer.opens_at ? Date.parse(answer.opens_at) : undefined;
  if (!text || opensAt === undefined) return text?.replace('{opens}', '');
  const isFar = opensAt - clock.now() > WEEK_MS;
  const day: Intl.DateTimeFormatOptions = isFar ? { day: 'numeric', month: 'long' } : {};
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const opens = new Intl.DateTimeFormat(tag, { weekday: 'long', ...day, ...time }).format(opensAt);
  return text.replace('{opens}', () => opens);
}

/**
 * M-3.22: stands in place of the composer while the site takes no new conversations. With `outside: "message"` the way to leave one will
 * be here.
 */
export function ClosedNotice() {
  const context = useWidget();
  const { announce } = useLazy();
  const { options, strings, ui } = context;
  const answer = useSignal<Availability | null>(null);
  const line = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const aborter = new AbortController();
    const init = own<RequestInit>({ credentials: 'include', signal: aborter.signal });
    fetch(`${options.relay}/chat/availability`, init)
      .then((response) => response.json())
      .catch(() => undefined)
      .then((body) => {
        // The relay has refused the session already: any other answer has no words.
        if (!aborter.signal.aborted) answer.value = own(body ?? { status: 'open' });
      });
    return () => aborter.abort();
  }, [options, answer]);

  const text = answer.value && (noticeOf(answer.value, context) ?? strings.value.closed);
  useEffect(() => {
    if (!text) return;
    // The composer had the focus. A focused line is read as well.
    if (ui.focusOnOpen.peek()) line.current?.focus({ preventScroll: true });
    else announce(ui, text);
  }, [text, ui, announce]);

  return (
    <p dir="auto" tabIndex={-1} ref={line}>
      {text}
    </p>
  );
}
