export { agentMessage } from './agent-message.ts';
export type { TestConnection, WireFrame } from './connection.ts';
export type { Handoff, Script, Streaming } from './conversation.ts';
export type { TestEnvironment } from './environment.ts';
export type { RelayAnswer, RelayReply } from './relay-answers.ts';
export { createTestPlatform, type TestPlatform, type TestPlatformOptions } from './test-platform.ts';
