import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/** The metrics of this process as prom-client publishes them. They have one registry, because each set measures with a timer of its own. */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
