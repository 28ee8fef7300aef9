import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { collectBytes, parseJson, readBytes } from '../../../base/bounded-body.ts';
import { jsonLimitMessage } from '../../../base/bounded-json.ts';
import { type Failure, problemResponse } from '../../http/problem.ts';
import type { Operation } from '../api/operation.ts';
import { answerText, escapeText } from './answer-text.ts';
import { type Arguments, type AssistantTool, FROM_TURN, isTool } from './tools.ts';

/** An answer is read up to this size before it is cut. */
const MAX_READ_BYTES = 2 * 1024 * 1024;

const failed = (text: string): CallToolResult => ({
  content: [{ type: 'text', text: escapeText(text) }],
  isError: true,
});

const problemText = z.object({ title: z.string(), detail: z.optional(z.string()), code: z.string() });

/** Converts a failure to a text that says what went wrong and what to do, as the operation itself does. */
export async function refusal(name: string, failure: Failure, requestId: string): Promise<CallToolResult> {
  const response = problemResponse(failure, requestId);
  const { title, detail, code } = problemText.parse(await response.json());
  const wait = response.headers.get('retry-after');
  const sentences = [`${title}.`, detail, wait && `Try again in ${wait} s.`].filter(Boolean).join(' ');
  return failed(`Unable to call ${name}: ${sentences} (${code}, request ${requestId})`);
}

/** Says why an operation is no tool. */
export function missingTool(name: string, operations: readonly Operation[]): CallToolResult {
  const operation = operations.find(({ id }) => id === name);
  if (!operation) return failed(`There is no tool ${name.slice(0, 100)}. List the tools.`);
  const why = isTool(operation)
    ? 'it changes something, which assistants may with FOYER_MCP_CHANGES=on only'
    : 'files, streams, answers with secrets and outbound calls never are';
  return failed(`${name} is no tool here: ${why}. Use the console or the admin API.`);
}

export const tooMany = (name: string, max: number): CallToolResult =>
  failed(`${name} was not called: the relay answers ${max} calls of assistants at once. Try again in 2 s.`);

export const tooLate = (name: string, afterMs: number): CallToolResult =>
  failed(`${name} took longer than ${afterMs / 1_000} s. Ask for less: a shorter range, or a lower limit.`);

/** Says how to read the rest of a list. */
const adviceFor =
  ({ hasTurns, page }: AssistantTool, from: number) =>
  (rows: number): string =>
    hasTurns
      ? `Texts and lists are cut: \`N more\`. Call again with ${FROM_TURN}=${from + rows} for the next turns.`
      : `Texts and lists are cut: \`N more\`. ${page === undefined ? 'Ask for a shorter range, or for one item by its id.' : `Call again with limit=${rows}, and then for the next page.`}`;

/** The turns from one on, of an answer that has turns. */
function turnsFrom(answer: { readonly turns?: unknown }, from: number): object {
  const { turns } = answer;
  return from > 0 && Array.isArray(turns) ? { ...answer, turns: turns.slice(from) } : answer;
}

/** Converts an answer to text, cut to what an assistant can read. */
export async function resultOf(
  tool: AssistantTool,
  args: Arguments,
  response: Response,
): Promise<CallToolResult> {
  const bytes = await readBytes(response.body, collectBytes(MAX_READ_BYTES));
  const tooLarge = `The answer of ${tool.tool.name} is too large. Ask for less: a lower limit, a shorter range, or one item by its id.`;
  // S-102: lists of the platform are streamed, so nothing has bounded them yet.
  if (!bytes || jsonLimitMessage(bytes) !== undefined) return failed(tooLarge);
  if (bytes.byteLength === 0) return { content: [{ type: 'text', text: 'Done.' }] };
  const answer = parseJson(bytes);
  if (typeof answer !== 'object' || answer === null)
    return failed(`The answer of ${tool.tool.name} is broken. Try again later.`);
  const given = Number(args[FROM_TURN]);
  const from = tool.hasTurns && Number.isInteger(given) ? Math.max(0, given) : 0;
  const text = answerText(turnsFrom(answer, from), adviceFor(tool, from));
  return text === undefined ? failed(tooLarge) : { content: [{ type: 'text', text }] };
}
