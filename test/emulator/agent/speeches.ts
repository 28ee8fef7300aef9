import type { AgentProtocol } from '../../../src/emulator/index.ts';

/** The events of a scripted agent in each protocol, after the published schemas. */
export interface Speech {
  readonly protocol: AgentProtocol;
  /** The path of its questions, below the base URL `/v1`. */
  readonly path: string;
  readonly begin: string;
  text(text: string): string;
  /** A call of a tool whose arguments come in these pieces. */
  call(name: string, ...json: readonly string[]): string;
  failure(message: string, code: string): string;
  readonly end: string;
  /** The failure after an event that is no JSON. */
  readonly malformed: string;
}

const data = (...events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

export const piece = (content: string | null, finish_reason: string | null = null) =>
  data({ choices: [{ index: 0, delta: { content }, finish_reason }] });

const chatCompletions: Speech = {
  protocol: 'chat-completions',
  path: '/v1/chat/completions',
  begin: data({ choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] }),
  text: (text) => piece(text),
  call: (name, ...json) =>
    ['', ...json]
      .map((args, at) => ({
        index: 0,
        ...(at === 0 && { id: 'call_1', type: 'function' }),
        function: { ...(at === 0 && { name }), arguments: args },
      }))
      .map((call) => data({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] }))
      .join(''),
  failure: (message, code) => data({ error: { message, code } }),
  end: `${data(
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { total_tokens: 7 } },
  )}data: [DONE]\n\n`,
  malformed: 'a malformed piece',
};

const named = (...events: readonly { readonly type: string }[]) =>
  events.map((event) => `event: ${event.type}\n${data(event)}`).join('');

const responses: Speech = {
  protocol: 'responses',
  path: '/v1/responses',
  begin: named({ type: 'response.created' }, { type: 'response.in_progress' }),
  text: (delta) => named({ type: 'response.output_text.delta', ...{ item_id: 'msg_1', delta } }),
  call(name, ...json) {
    const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name };
    return (
      named({ type: 'response.output_item.added', ...{ item: { ...item, arguments: '' } } }) +
      json
        .map((delta) =>
          named({ type: 'response.function_call_arguments.delta', ...{ item_id: 'fc_1', delta } }),
        )
        .join('') +
      named({ type: 'response.output_item.done', ...{ item: { ...item, arguments: json.join('') } } })
    );
  },
  failure: (message, code) =>
    named({ type: 'response.failed', ...{ response: { status: 'failed', error: { message, code } } } }),
  end: named({ type: 'response.completed', ...{ response: { status: 'completed' } } }),
  malformed: 'a malformed event',
};

const RUN = { threadId: 't', runId: 'r' };

const agUi: Speech = {
  protocol: 'ag-ui',
  path: '/v1',
  begin: data(
    { type: 'RUN_STARTED', ...RUN },
    { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  ),
  text: (delta) => data({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta }),
  call: (toolCallName, ...json) =>
    data(
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName },
      ...json.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta })),
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
    ),
  failure: (message, code) => data({ type: 'RUN_ERROR', message, code }),
  end: data({ type: 'TEXT_MESSAGE_END', messageId: 'm' }, { type: 'RUN_FINISHED', ...RUN }),
  malformed: 'a malformed event',
};

export const SPEECHES = [chatCompletions, responses, agUi] as const;
