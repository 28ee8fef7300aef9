import { type AlertRules, alertRules } from '../../answers.ts';
import { type Reading, useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';

const REFRESH_MS = 30_000;

/** Reads the alert rules of the account, and counts those that fire for the rail. */
export function useRules(): Reading<AlertRules> {
  const { calls, firing } = useServices();
  return useReading(
    'rules',
    async (signal) => {
      const read = await calls.call('GET', '/alert-rules', {}, { answer: alertRules, signal });
      if (read.ok)
        firing.value = read.value.data.filter(
          (rule) => rule.enabled !== false && rule.currentState === 'alert',
        ).length;
      return read;
    },
    REFRESH_MS,
  );
}
