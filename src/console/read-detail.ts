import { ok, type Result } from '../base/result.ts';
import type { CallError } from '../ui/api-client.ts';
import { type Detail, detail } from './answers.ts';
import type { Calls } from './calls.ts';

/** Reads a conversation. A platform may leave its id out. */
export async function readDetail(
  calls: Calls,
  id: string,
  signal: AbortSignal,
): Promise<Result<Detail, CallError>> {
  const params = { conversation_id: id };
  const read = await calls.call(
    'GET',
    '/conversations/{conversation_id}',
    { params },
    { answer: detail, signal },
  );
  return read.ok ? ok({ ...read.value, conversationId: id }) : read;
}
