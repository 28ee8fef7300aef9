export { type ConfigFault, describeFault, parseConfig, type RelayConfig } from './config.ts';
export { examine, type Finding } from './doctor/index.ts';
export { type Files, filesIn } from './files.ts';
export type { Limits } from './limits.ts';
export { createRelay, type Relay, type RelayPorts } from './relay.ts';
export { type RunningRelay, startRelay } from './server.ts';
