import { type AlertRules, alertRules } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { lazy } from '../../parts/lazy-page.tsx';
import { PageViews } from '../../parts/page-views.tsx';
import { type Reading, useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import { Incident } from './incident.tsx';
import { Rules } from './rules.tsx';
import './page.css';

const REFRESH_MS = 30_000;

/** Reads the alert rules of the account, and counts those that fire for the rail. */
function useRules(): Reading<AlertRules> {
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

const { views } = WORDS.alerts;

const Delivery = lazy(() => import('./delivery/page.tsx').then((module) => module.Delivery));

/** One alert, or the rules with what has fired, or how alerts are delivered. */
export function AlertsPage() {
  const { query } = usePageAddress();
  const rules = useRules();
  const [ruleId, since] = [query.get('rule'), Date.parse(query.get('since') ?? '')];
  if (ruleId && since)
    return <Incident ruleId={ruleId} since={since} rules={rules.remote.value.value?.data ?? []} />;
  return (
    <>
      <PageViews views={[{ title: views.rules }, { id: 'delivery', title: views.delivery }]} />
      {query.get('view') === 'delivery' ? <Delivery /> : <Rules reading={rules} />}
    </>
  );
}
