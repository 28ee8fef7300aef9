export { activeAlert, activeAlerts, alertRule, alertRules } from './alerts.ts';
export type { PlatformPorts } from './attempts.ts';
export { behavior } from './behavior.ts';
export {
  type BaseHostConfig,
  type CallOptions,
  type Client,
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type OutboundHostConfig,
  type PlatformHostConfig,
} from './client.ts';
export type { AnswerOf, Endpoint, Family, InputOf } from './endpoint.ts';
export type { Code, FieldError, PlatformError } from './errors.ts';
export { type HostFamily, type HostFault, hostFault } from './hosts.ts';
export { type Passage, PassageFault } from './passage.ts';
