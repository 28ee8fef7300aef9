import { prefixedId } from '../ids.ts';
import type { Store } from '../store/index.ts';
import { systemResolve } from '../webhooks/addresses.ts';
import type { AttemptPorts } from '../webhooks/attempt.ts';
import { createDeliveries } from '../webhooks/deliveries.ts';
import { createEvaluator } from './evaluator.ts';
import { createTrafficMetrics } from './metrics.ts';

export interface AlertingPorts extends Omit<AttemptPorts, 'resolve'> {
  readonly store: Store;
  log(line: string): void;
}

/** Evaluates the alert rules and tells the webhook endpoints, until it is disposed of, which may be done twice. */
export function startAlerting(ports: AlertingPorts): { dispose(): void } {
  const deliveries = createDeliveries({ ...ports, resolve: systemResolve });
  const evaluator = createEvaluator({
    ...ports,
    metrics: createTrafficMetrics(ports.store.traffic),
    newId: prefixedId,
    keepEvent: deliveries.keep,
    onEvaluated: deliveries.wake,
  });
  return {
    dispose() {
      evaluator.dispose();
      deliveries.dispose();
    },
  };
}
