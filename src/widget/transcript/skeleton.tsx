import { useScope } from '../scope/scope.ts';

/** Two lines in the place of the first answer while nothing else is there. The style sheet shows them after two seconds (M-12.23). */
export function Skeleton() {
  return useScope().chat.connection.value === 'connecting' ? <div class="skeleton" /> : null;
}
