import type { ReadonlySignal } from '@preact/signals';
import type { ReportHealth } from '../context/report-health.ts';
import { explainTrouble } from '../shell/explain-trouble.ts';
import { shareSeen } from '../transcript/share-seen.ts';

/**
 * Connects the chat to what is around it: the visitor's other pages, the owner of the page and the operators. Returns an
 * unsubscribe function.
 */
export function connectPage(
  seen: ReadonlySignal<string | null>,
  onSeen: (id: string) => void,
  ...health: Parameters<ReportHealth>
): () => void {
  const [chat, , relay] = health;
  // Without this part the chat works the same.
  void import('./report-health.ts').then(
    ({ reportHealth }) => reportHealth(...health),
    () => {},
  );
  const stops = [
    shareSeen(seen, relay, onSeen),
    chat.trouble.subscribe((error) => error && explainTrouble(error, relay)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
