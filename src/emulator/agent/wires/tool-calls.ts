import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import type { AgentPart } from './wire.ts';

/** The tool by which an agent asks for a person. */
export const TRANSFER = {
  name: 'transfer_to_person',
  description:
    'Hands the chat over to a person. Call it when the visitor asks for one, or if you cannot help.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'The reason in a few words, for that person.' } },
    required: ['reason'],
  },
} as const;

const MAX_REASON = 200;

const transfer = z.object({ reason: z.string().trim() });

/** The tool calls of an answer, whose arguments may come in pieces. */
export function createToolCalls() {
  const calls = new Map<string | number, { name: string; json: string }>();
  return {
    add(id: string | number, name: string | null | undefined, json: string | null | undefined): void {
      const call = calls.get(id) ?? { name: '', json: '' };
      calls.set(id, { name: call.name || (name ?? ''), json: call.json + (json ?? '') });
    },
    /** The last parts of an answer. Malformed arguments are still a request for a person. */
    end(unused = 0): readonly AgentPart[] {
      const transfers = [...calls.values()].filter(({ name }) => name === TRANSFER.name);
      const reason = transfer.safeParse(parseJson(transfers[0]?.json ?? '')).data?.reason ?? '';
      return [
        ...(transfers.length > 0 ? [{ type: 'handoff', reason: reason.slice(0, MAX_REASON) } as const] : []),
        { type: 'end', unused: unused + calls.size - transfers.length },
      ];
    },
  };
}
