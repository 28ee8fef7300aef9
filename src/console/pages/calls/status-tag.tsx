import { NONE } from '../../../base/figure-text.ts';
import { words } from './words.ts';

const LOOKS: Readonly<Record<string, string | undefined>> = {
  queued: 'info',
  calling: 'info',
  success: 'ok',
  failure: 'alert',
};

export function StatusTag({ status }: { readonly status: string | undefined }) {
  if (status === undefined) return <>{NONE}</>;
  const look = Object.hasOwn(LOOKS, status) ? LOOKS[status] : '';
  return <bdi class={`tag ${look}`}>{words.statuses[status] ?? status}</bdi>;
}
