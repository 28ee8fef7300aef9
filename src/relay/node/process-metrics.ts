import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/** The process metrics of prom-client. They share one registry, because each set starts its own timer. */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
