export type { Chat, ChatEvents } from './chat.ts';
export type * from './model.ts';
