export { findSensitive, maskSensitive, type Sensitive } from '../base/sensitive.ts';
export type { Chat, ChatEvents, ReadonlySignal } from './chat.ts';
export type * from './model/model.ts';
export type { PageEvent } from './model/state.ts';
export type { ContextResult } from './model/verified-context.ts';
export type { ContextRequired, OnContextRequired } from './shell/ask-for-context.ts';
export { type ClientOptions, createChat } from './shell/create-chat.ts';
export type { DebugEntry } from './shell/debug-log.ts';
export type { Environment, Ports, SessionStore } from './shell/ports.ts';
