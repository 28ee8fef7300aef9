import type { Trouble } from '../chat/model.ts';
import { type ExtraStrings, withExtras } from './extra-strings.ts';
import type { Strings } from './strings.ts';

const REASON = {
  configuration: 'configuration',
  unreachable: 'unreachable',
  too_many_windows: 'tooManyWindows',
  expired: 'sessionExpired',
  no_history: 'noHistory',
} as const satisfies Record<Trouble['code'], keyof ExtraStrings>;

/** What stands in the visitor's way, more exactly than the connection's word. */
export const reasonOf = ({ code }: Trouble, strings: Strings): string => withExtras(strings)[REASON[code]];
