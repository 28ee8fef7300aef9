import type { AgentPart } from './wire.ts';

/** Joins the messages of an answer into one, with an empty line between two of them. */
export function createParagraphs() {
  let last: string | number | undefined;
  return (messageId: string | number, text: string): readonly AgentPart[] => {
    if (text === '') return [];
    const isNext = last !== undefined && last !== messageId;
    last = messageId;
    return [{ type: 'text', text: isNext ? `\n\n${text}` : text }];
  };
}
