import type { Store } from '../store/store.ts';
import { systemResolve } from '../webhooks/allowed-addresses.ts';
import type { AttemptPorts } from '../webhooks/send-attempt.ts';
import { createWebhookSender } from '../webhooks/webhook-sender.ts';
import { createEvaluator, type Evaluator } from './evaluator.ts';
import { createTrafficMetrics } from './metrics.ts';

export interface AlertingPorts extends Omit<AttemptPorts, 'resolve'> {
  readonly store: Store;
  log(line: string): void;
}

/** Evaluates the alert rules and notifies the webhook endpoints until `dispose()`. `dispose()` is idempotent. */
export function startAlerting(ports: AlertingPorts): Evaluator {
  const sender = createWebhookSender({ ...ports, resolve: systemResolve });
  const evaluator = createEvaluator({
    ...ports,
    metrics: createTrafficMetrics(ports.store.traffic),
    enqueueEvent: sender.enqueue,
    onEvaluated: sender.wake,
  });
  return {
    evaluatePast: evaluator.evaluatePast,
    dispose() {
      evaluator.dispose();
      sender.dispose();
    },
  };
}
