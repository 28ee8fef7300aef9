export { type ConfigIssue, describeIssue, parseConfig, type RelayConfig } from './config/config.ts';
export { examine, type Finding } from './doctor/examine.ts';
export type { Limits } from './limits.ts';
export { type Files, filesIn } from './node/files.ts';
export { type RunningRelay, startRelay } from './node/server.ts';
export { createRelay, type Relay, type RelayPorts } from './relay.ts';
