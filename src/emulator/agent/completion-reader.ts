import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';

/** The fields that are read of one piece of a streamed chat completion. */
const piece = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** Reads the event stream of a chat completion. The stream may be split anywhere. */
export function createCompletionReader() {
  let rest = '';
  let isComplete = false;
  return {
    /** Returns the texts that this part of the stream completes, up to the first malformed piece. */
    push(part: string): { readonly texts: readonly string[]; readonly error?: string } {
      const lines = (rest + part).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      const texts: string[] = [];
      for (const line of lines) {
        // Comments and other fields are ignored.
        const content = /^data: ?(.*)$/.exec(line)?.[1];
        if (content === undefined || content === '') continue;
        if (content.trim() === '[DONE]') {
          isComplete = true;
          continue;
        }
        const read = piece.safeParse(parseJson(content));
        if (!read.success) return { texts, error: 'a malformed piece' };
        // A last piece with usage figures may have no choice.
        const [choice] = read.data.choices;
        if (choice?.delta?.content) texts.push(choice.delta.content);
        if (choice?.finish_reason) isComplete = true;
      }
      return { texts };
    },
    /** True after the model has marked the end of its answer. */
    isComplete: () => isComplete,
  };
}
