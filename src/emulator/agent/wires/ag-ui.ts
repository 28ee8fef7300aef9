import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { reportedFailure } from './agent-error.ts';
import { createParagraphs } from './paragraphs.ts';
import { createToolCalls, TRANSFER } from './tool-calls.ts';
import { failed, languageHint, type Wire } from './wire.ts';

const id = z.string();
const role = z.string().optional();
const interrupt = z.object({ reason: z.string().optional(), message: z.string().optional() });

/** The events that are read of a run. All others are counted. */
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal(['RUN_STARTED', 'TEXT_MESSAGE_END', 'TOOL_CALL_END']) }),
  z.object({ type: z.literal('TEXT_MESSAGE_START'), messageId: id, role }),
  z.object({ type: z.literal('TEXT_MESSAGE_CONTENT'), messageId: id, delta: z.string() }),
  z.object({
    type: z.literal('TEXT_MESSAGE_CHUNK'),
    messageId: id.optional(),
    role,
    delta: z.string().default(''),
  }),
  z.object({ type: z.literal('TOOL_CALL_START'), toolCallId: id, toolCallName: z.string() }),
  z.object({ type: z.literal('TOOL_CALL_ARGS'), toolCallId: id, delta: z.string() }),
  z.object({
    type: z.literal('TOOL_CALL_CHUNK'),
    toolCallId: id.optional(),
    toolCallName: z.string().optional(),
    delta: z.string().optional(),
  }),
  z.object({
    type: z.literal('RUN_FINISHED'),
    outcome: z
      .object({ type: z.string(), interrupts: z.array(interrupt).default([]) })
      .nullish()
      .catch(undefined),
  }),
  z.object({ type: z.literal('RUN_ERROR'), message: z.string() }).loose(),
]);
const READ: ReadonlySet<unknown> = new Set(event.options.flatMap(({ shape }) => [...shape.type.values]));
const anyEvent = z.object({ type: z.string() });

/** AG-UI 1.0. The agent's own tools and its state stay with the agent. */
export const agUi: Wire = {
  path: '',
  body: (question, tools) => ({
    protocolVersion: '1.0',
    threadId: question.threadId,
    runId: randomUUID(),
    messages: question.history,
    tools: tools ? [TRANSFER] : [],
    context: [
      ...(question.rules.trim() === ''
        ? []
        : [{ description: 'Rules for your answers', value: question.rules }]),
      { description: 'Language', value: languageHint(question) },
    ],
    // Optional since 1.0; agents from before require them.
    state: {},
    forwardedProps: {},
  }),
  createReader() {
    const calls = createToolCalls();
    const say = createParagraphs();
    /** Messages in another role than the agent's are not for the visitor. */
    const others = new Set<string>();
    let messageId = '';
    let callId = '';
    let isStarted = false;
    let unused = 0;
    return (data) => {
      const json = parseJson(data);
      const { type } = anyEvent.safeParse(json).data ?? {};
      if (type !== undefined && !READ.has(type)) {
        unused += 1;
        return [];
      }
      const read = event.safeParse(json);
      if (!read.success) return [failed('a malformed event')];
      const it = read.data;
      if (it.type === 'RUN_ERROR') return [reportedFailure(it) ?? failed(it.message)];
      isStarted ||= it.type === 'RUN_STARTED';
      if (!isStarted) return [failed('an event before RUN_STARTED')];
      switch (it.type) {
        case 'RUN_STARTED':
        case 'TEXT_MESSAGE_END':
        case 'TOOL_CALL_END':
          return [];
        case 'TEXT_MESSAGE_START':
        case 'TEXT_MESSAGE_CONTENT':
        case 'TEXT_MESSAGE_CHUNK':
          messageId = it.messageId ?? messageId;
          if ('role' in it && it.role !== undefined && it.role !== 'assistant') others.add(messageId);
          return 'delta' in it && !others.has(messageId) ? say(messageId, it.delta) : [];
        case 'TOOL_CALL_START':
        case 'TOOL_CALL_ARGS':
        case 'TOOL_CALL_CHUNK':
          callId = it.toolCallId ?? callId;
          calls.add(
            callId,
            'toolCallName' in it ? it.toolCallName : undefined,
            'delta' in it ? it.delta : '',
          );
          return [];
        case 'RUN_FINISHED': {
          const [asked] = it.outcome?.type === 'interrupt' ? it.outcome.interrupts : [];
          if (asked) calls.add('', TRANSFER.name, JSON.stringify({ reason: asked.message ?? asked.reason }));
          return calls.end(unused);
        }
      }
    };
  },
};
