export { type ConfigIssue, describeIssue, parseConfig, type RelayConfig } from './config/config.ts';
export { type Files, filesIn } from './config/files.ts';
export { examine, type Finding } from './doctor/examine.ts';
export type { Limits } from './limits.ts';
export { createRelay, type Relay, type RelayPorts } from './relay.ts';
export { type RunningRelay, startRelay } from './server.ts';
