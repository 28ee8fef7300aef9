import type { Trouble } from '../../chat/model/model.ts';
import type { Strings } from '../locales/translations/strings.ts';

const KEYS = {
  configuration: 'configuration',
  closed: 'closed',
  unreachable: 'unreachable',
  socket_blocked: 'socketBlocked',
  too_many_windows: 'tooManyWindows',
  expired: 'sessionExpired',
  no_history: 'noHistory',
  internal: 'failed',
} as const satisfies Record<Trouble['code'], keyof Strings>;

/** Explanation of a connection error, more precise than the text of the connection state. */
export const errorText = ({ code }: Trouble, strings: Strings): string => strings[KEYS[code]];
