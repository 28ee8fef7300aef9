export { describeIssue, type RelayConfig } from './config/config.ts';
export type { Files } from './config/files.ts';
export { parseConfig } from './config/parse-config.ts';
export type { ConfigIssue } from './config/sources.ts';
export { examine, type Finding } from './doctor/examine.ts';
export type { Limits } from './limits.ts';
export { filesIn } from './node/files.ts';
export { type RunningRelay, startRelay } from './node/server.ts';
export { createRelay, type Relay, type RelayPorts } from './relay.ts';
