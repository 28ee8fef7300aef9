export type { Chat, ChatEvents } from './chat.ts';
export { type ChatOptions, createChat } from './create-chat.ts';
export type * from './model.ts';
export type { Ports, SessionStore, Surroundings } from './ports.ts';
