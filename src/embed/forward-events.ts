import { effect } from '@preact/signals';
import type { Chat } from '../chat/chat.ts';
import type { PanelContext } from './panel-port.ts';

/** Emits the events of the conversation to the page (contract §2). Returns an unsubscribe function. */
export function forwardEvents(chat: Chat, emit: PanelContext['emit']): () => void {
  const onChange = <Value>(signal: { readonly value: Value }, listener: (value: Value) => void) => {
    let last = signal.value;
    return effect(() => {
      const { value } = signal;
      if (value !== last) listener(value);
      last = value;
    });
  };
  const unsubscribes = [
    onChange(chat.connection, (status) => emit('connection', { status }, { connection: status })),
    onChange(chat.handoff, (status) => emit('handoff', { status }, { handoff: status })),
    onChange(chat.language, (code) => code !== null && emit('language', { code })),
    onChange(chat.trouble, (error) => error && emit('error', { code: error.code })),
    chat.on('clientHandoffRequired', (detail) => emit('client-handoff-required', detail)),
    chat.on('sessionStart', (detail) => emit('session-start', detail)),
    chat.on('sessionEnd', (detail) => emit('session-end', detail)),
    chat.on('context', (detail) => emit('context', detail)),
    chat.on('feedback', (detail) => emit('feedback', detail)),
    chat.on('message', ({ id, author, text, delivery }) =>
      emit('message', { id, author, text, ...(delivery && { delivery }) }),
    ),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
