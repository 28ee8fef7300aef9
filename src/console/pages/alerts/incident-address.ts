import { addressOfOther } from '../../page-address.ts';
import type { Alert } from './timeline.ts';

/** The address of everything about an alert. */
export const incidentAddress = (
  { ruleId, from }: Pick<Alert, 'ruleId' | 'from'>,
  query: URLSearchParams,
): string => addressOfOther('/console/alerts', query, { rule: ruleId, since: new Date(from).toISOString() });
