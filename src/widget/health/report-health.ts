import { own } from '../../base/own.ts';
import type { ReportHealth } from '../context/report-health.ts';
import { outcomeOf } from '../context/send-outcome.ts';
import { fold, type HealthInput, NO_COUNTS, reportOf } from './health-counts.ts';

/** Newest entries of the transcript that may contain messages just sent. */
const NEWEST = 5;

export const reportHealth: ReportHealth = (chat, times, relay, config, clock, abort) => {
  if (abort.aborted) return;
  let counts = NO_COUNTS;
  const count = (input: HealthInput): void => {
    counts = fold(counts, input);
  };
  /** Messages of the visitor whose outcome is known or awaited. */
  const watched = new Set<string>();
  /** The first message whose answer is awaited. null: the answer has come. */
  let asked: { readonly at: number; readonly before: ReadonlySet<string> } | null | undefined;

  const messageOf = (id: string) => {
    const entry = chat.entry(id).peek();
    return entry?.kind === 'message' ? entry : undefined;
  };

  function watchOwn(ids: readonly string[]): void {
    for (const id of ids.slice(-NEWEST)) {
      const delivery = messageOf(id)?.delivery;
      if (watched.has(id) || (delivery !== 'sending' && delivery !== 'failed')) continue;
      watched.add(id);
      if (delivery === 'sending' && asked === undefined) asked = { at: clock.now(), before: new Set(ids) };
      void outcomeOf(chat, id).then(
        (outcome) => outcome === 'failed' && messageOf(id) && count({ type: 'message-failed' }),
      );
    }
  }

  function watchAnswer(ids: readonly string[]): void {
    const before = asked?.before;
    if (!asked || !ids.some((id) => !before?.has(id) && (messageOf(id)?.author ?? 'user') !== 'user')) return;
    count({ type: 'first-word', inMs: clock.now() - asked.at });
    asked = null;
  }

  /** Also after the end of the conversation. */
  let carrier = chat.carrier.peek();

  // One choice for the page, so that its counts belong together.
  let chance: number | undefined;
  const isChosen = () => {
    chance ??= Math.random();
    return chance < (config.peek()?.visitor_health ?? 1);
  };

  function post(): void {
    // A site outside of its hours is no failure.
    if (chat.trouble.peek()?.code === 'closed') return;
    const report = reportOf(counts, times, clock.now(), carrier);
    // Without a network the counts wait for the next time.
    if (!report || !navigator.onLine || !isChosen()) return;
    count({ type: 'reported', report });
    const request = { method: 'POST', body: JSON.stringify(report), keepalive: true } as const;
    // Plain text without credentials: no preflight, no cookie.
    fetch(
      `${relay.replace(/\/+$/, '')}/chat/health`,
      own<RequestInit>({ ...request, credentials: 'omit' }),
    ).catch(() => {});
  }

  const stops = [
    chat.connection.subscribe((status) => count({ type: 'connection', status })),
    chat.carrier.subscribe((now) => {
      carrier = now ?? carrier;
    }),
    chat.trouble.subscribe((error) => {
      if (error && error.code !== 'closed') count({ type: 'error', code: error.code });
    }),
    chat.order.subscribe((ids) => {
      watchOwn(ids);
      watchAnswer(ids);
    }),
  ];
  // Some browsers report only one of the two when a page is left.
  const until = own({ signal: abort });
  addEventListener('pagehide', post, until);
  document.addEventListener('visibilitychange', () => document.hidden && post(), until);
  abort.addEventListener('abort', () => {
    post();
    for (const stop of stops) stop();
  });
};
