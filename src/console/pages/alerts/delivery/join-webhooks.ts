import type { ReceivedWebhook } from '../../../answers.ts';

export const keyOf = ({ time, name, id }: ReceivedWebhook): string => `${time} ${name} ${id}`;

/** The webhooks of both lists, each once, the newest first. */
export function joinWebhooks(
  known: readonly ReceivedWebhook[],
  more: readonly ReceivedWebhook[],
): readonly ReceivedWebhook[] {
  const all = new Map([...known, ...more].map((webhook) => [keyOf(webhook), webhook]));
  return [...all.values()].sort((one, other) => Date.parse(other.time) - Date.parse(one.time));
}
