import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { reportedFailure } from './agent-error.ts';
import { createToolCalls, TRANSFER } from './tool-calls.ts';
import { type AgentPart, failed, instructionsOf, type Wire } from './wire.ts';

/** The fields that are read of one piece of a streamed chat completion. */
const piece = z.object({
  choices: z.array(
    z.object({
      delta: z
        .object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                index: z.number().nullish(),
                function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** OpenAI's chat completions, which most servers of models speak. */
export const chatCompletions: Wire = {
  path: '/chat/completions',
  body: (question, tools, model) => ({
    ...(model !== undefined && { model }),
    messages: [
      { role: 'system', content: instructionsOf(question) },
      ...question.history.map(({ role, content }) => ({ role, content })),
    ],
    ...(tools && { tools: [{ type: 'function', function: TRANSFER }] }),
    stream: true,
  }),
  createReader() {
    const calls = createToolCalls();
    return (data) => {
      if (data.trim() === '[DONE]') return calls.end();
      const json = parseJson(data);
      const read = piece.safeParse(json);
      if (!read.success) return [reportedFailure(json) ?? failed('a malformed piece')];
      // A last piece with usage figures may have no choice.
      const [choice] = read.data.choices;
      const { content, refusal, tool_calls } = choice?.delta ?? {};
      for (const call of tool_calls ?? [])
        calls.add(call.index ?? 0, call.function?.name, call.function?.arguments);
      const parts: AgentPart[] = [];
      for (const text of [content, refusal]) if (text) parts.push({ type: 'text', text });
      return choice?.finish_reason ? [...parts, ...calls.end()] : parts;
    };
  },
};
