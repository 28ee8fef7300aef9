import { keyHeader } from '../../../platform/host-address.ts';
import type { Answer } from '../evidence/evidence.ts';
import { isWire } from '../evidence/frames.ts';
import type { Host } from './http.ts';
import type { BaseTarget } from './rest.ts';

/** Name of everything that the run creates. */
const NAME = 'Foyer conformance';

const idIn = (answer: Answer): string | undefined => {
  const id = answer.kind === 'answered' && isWire(answer.body) ? answer.body['id'] : undefined;
  // It becomes a segment of a path.
  return typeof id === 'string' && /^[\w-]{1,200}$/.test(id) ? id : undefined;
};

/** Creates a disabled alert rule, a disabled webhook endpoint and an attribute, changes them and deletes them again. */
export async function playWrites(
  host: Host,
  { key, alertsKey, agentId, branchId }: BaseTarget,
  mayAlert: boolean,
): Promise<void> {
  const header = keyHeader('base');
  const call = (name: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const isAlert = path.startsWith('/v1/alert');
    return host.call(name, { method, path, headers: { [header]: isAlert ? (alertsKey ?? key) : key }, body });
  };

  const rules = '/v1/alert-rules';
  const rule = {
    name: NAME,
    metric: 'call_volume',
    operator: '>',
    threshold_value: 1_000_000,
    window_duration: '60m',
    enabled: false,
  };
  if (mayAlert) {
    const empty = idIn(await call('write-rule-empty', 'POST', rules, {}));
    if (empty !== undefined) await call('write-rule-empty-delete', 'DELETE', `${rules}/${empty}`);
    const ruleId = idIn(await call('write-rule', 'POST', rules, rule));
    if (ruleId !== undefined) {
      await call('write-rule-change', 'PATCH', `${rules}/${ruleId}`, { threshold_value: 2_000_000 });
      await call('write-rule-delete', 'DELETE', `${rules}/${ruleId}`);
      await call('write-rule-gone', 'GET', `${rules}/${ruleId}`);
    }
  }

  const hooks = '/v1/webhook-endpoints';
  const hook = {
    name: NAME,
    url: 'https://example.com/foyer-conformance',
    event_types: ['alerts.triggered'],
    enabled: false,
  };
  const plain = idIn(
    await call('write-hook-http', 'POST', hooks, { ...hook, url: 'http://example.com/hook' }),
  );
  if (plain !== undefined) await call('write-hook-http-delete', 'DELETE', `${hooks}/${plain}`);
  const hookId = idIn(await call('write-hook', 'POST', hooks, hook));
  if (hookId !== undefined) {
    await call('write-hook-get', 'GET', `${hooks}/${hookId}`);
    await call('write-hook-rotate', 'POST', `${hooks}/${hookId}/rotate-secret`);
    await call('write-hook-delete', 'DELETE', `${hooks}/${hookId}`);
  }

  const branch = `/v1/agents/${encodeURIComponent(agentId)}/branches/${encodeURIComponent(branchId)}`;
  const nameless = idIn(await call('write-attribute-empty', 'POST', `${branch}/attributes`, { name: '' }));
  if (nameless !== undefined)
    await call('write-attribute-empty-delete', 'DELETE', `${branch}/attributes/${nameless}`);
  const attribute = idIn(await call('write-attribute', 'POST', `${branch}/attributes`, { name: NAME }));
  if (attribute !== undefined) {
    await call('write-attribute-change', 'PATCH', `${branch}/attributes/${attribute}`, { name: `${NAME} 2` });
    await call('write-attribute-delete', 'DELETE', `${branch}/attributes/${attribute}`);
  }

  // The text that main has already: a platform that accepts it changes nothing.
  const main = `/v1/agents/${encodeURIComponent(agentId)}/branches/main/behavior`;
  const text = await call('write-main-text', 'GET', main);
  const behavior = text.kind === 'answered' && isWire(text.body) ? text.body['behavior'] : undefined;
  if (typeof behavior === 'string') await call('write-main', 'PATCH', main, { behavior });
}
