export type { Chat, ChatEvents, ReadonlySignal } from './chat.ts';
export type * from './model/model.ts';
export type { News } from './model/state.ts';
export { type ClientOptions, createChat } from './shell/create-chat.ts';
export type { DebugEntry } from './shell/debug-log.ts';
export type { Ports, SessionStore, Surroundings } from './shell/ports.ts';
