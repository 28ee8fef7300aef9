import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { reportedFailure } from './agent-error.ts';
import { createParagraphs } from './paragraphs.ts';
import { createToolCalls, TRANSFER } from './tool-calls.ts';
import { failed, instructionsOf, type Wire } from './wire.ts';

/** The events that are read of a streamed response. */
const event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(['response.output_text.delta', 'response.refusal.delta']),
    // The id of an item changes between the events of some gateways.
    output_index: z.number().catch(0),
    delta: z.string(),
  }),
  z.object({
    type: z.literal('response.output_item.done'),
    item: z.object({
      type: z.string(),
      name: z.string().optional(),
      arguments: z.string().optional(),
    }),
  }),
  // An incomplete one was cut at the limit of its length.
  z.object({ type: z.literal(['response.completed', 'response.incomplete']) }),
  z.object({ type: z.literal('response.failed'), response: z.unknown() }),
  z.object({ type: z.literal('error') }).loose(),
]);
const READ: ReadonlySet<unknown> = new Set(event.options.flatMap(({ shape }) => [...shape.type.values]));
const anyEvent = z.object({ type: z.string() });

/** OpenAI's Responses API. */
export const responses: Wire = {
  path: '/responses',
  body: (question, tools, model) => ({
    ...(model !== undefined && { model }),
    instructions: instructionsOf(question),
    input: question.history.map(({ role, content }) => ({ role, content })),
    ...(tools && { tools: [{ type: 'function', ...TRANSFER, strict: false }] }),
    // The conversation is sent each time.
    store: false,
    stream: true,
  }),
  createReader() {
    const calls = createToolCalls();
    const say = createParagraphs();
    let count = 0;
    return (data) => {
      const json = parseJson(data);
      const { type } = anyEvent.safeParse(json).data ?? {};
      if (type !== undefined && !READ.has(type)) return [];
      const read = event.safeParse(json);
      if (!read.success) return [reportedFailure(json) ?? failed('a malformed event')];
      switch (read.data.type) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return say(read.data.output_index, read.data.delta);
        case 'response.output_item.done': {
          const { item } = read.data;
          count += 1;
          if (item.type === 'function_call') calls.add(count, item.name, item.arguments);
          return [];
        }
        case 'response.completed':
        case 'response.incomplete':
          return calls.end();
        case 'response.failed':
        case 'error': {
          const reported = 'response' in read.data ? read.data.response : read.data;
          return [reportedFailure(reported) ?? failed('it failed without a reason')];
        }
      }
    };
  },
};
