import { usePageAddress } from '../../page-address.ts';
import { lazy } from '../../parts/lazy-page.tsx';
import { PageViews } from '../../parts/page-views.tsx';
import { WORDS } from '../../words.ts';
import { Incident } from './incident.tsx';
import { Rules } from './rules.tsx';
import { useRules } from './use-rules.ts';
import './page.css';

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
