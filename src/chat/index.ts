export type { Chat, ChatEvents, ReadonlySignal } from './chat.ts';
export { type ClientOptions, createChat } from './create-chat.ts';
export type { DebugEntry } from './debug-log.ts';
export type * from './model.ts';
export type { News, Ports, SessionStore, Surroundings } from './ports.ts';
