import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';

/** One piece of a streamed chat completion, of which only this much is looked at. */
const piece = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** Reads the event stream of a chat completion, however it is cut into parts. */
export interface CompletionReader {
  /** The texts that a part completes, up to what it holds that it should not, if there is such a thing. */
  push(part: string): { readonly texts: readonly string[]; readonly fault?: string };
  /** Whether the model has said that it is done. */
  isComplete(): boolean;
}

export function createCompletionReader(): CompletionReader {
  let rest = '';
  let isComplete = false;
  return {
    push(part) {
      const lines = (rest + part).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      const texts: string[] = [];
      for (const line of lines) {
        // Comments keep the line warm, and other fields say nothing that matters here.
        const content = /^data: ?(.*)$/.exec(line)?.[1];
        if (content === undefined || content === '') continue;
        if (content.trim() === '[DONE]') {
          isComplete = true;
          continue;
        }
        const read = piece.safeParse(parseJson(content));
        if (!read.success) return { texts, fault: 'a malformed piece' };
        // The last piece may tell of what was used, and hold no choice.
        const [choice] = read.data.choices;
        if (choice?.delta?.content) texts.push(choice.delta.content);
        if (choice?.finish_reason) isComplete = true;
      }
      return { texts };
    },
    isComplete: () => isComplete,
  };
}
