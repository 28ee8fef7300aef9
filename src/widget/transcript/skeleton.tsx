import { useWidget } from '../context/widget-context.ts';

/** Placeholder for the first answer while the transcript is empty. The style sheet shows it after two seconds (M-12.23). */
export function Skeleton() {
  return useWidget().chat.connection.value === 'connecting' ? <div class="skeleton" /> : null;
}
