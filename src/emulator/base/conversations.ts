import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { createRecording } from '../conversations/recording.ts';
import type { Caller, Project } from '../keys.ts';
import { bytesReply } from '../rest/byte-range.ts';
import { FAULTS, type Fault, invalid } from '../rest/fault.ts';
import { countText, flagText, must, oneOf, text } from '../rest/input.ts';
import { inConversations, type Route, reply, route } from '../rest/route.ts';
import type { ConversationRow } from '../store/conversation-row.ts';
import type { Store } from '../store/index.ts';
import { ANNOTATION_TYPES, ROLES } from '../store/remarks.ts';
import { type Around, detailBody, isRecorded, summaryBody } from './conversation-body.ts';

const CONVERSATIONS = '/v1/agents/:agent_id/conversations';
const CONVERSATION = `${CONVERSATIONS}/:conversation_id`;

export const noConversation: Fault = {
  ...FAULTS.notFound,
  code: 'CONVERSATIONS_NOT_FOUND',
  message: 'Conversation ID does not exist.',
};
const noRecording: Fault = {
  ...FAULTS.notFound,
  code: 'CONVERSATIONS_RECORDING_NOT_FOUND',
  message: 'Audio recording not found for this conversation.',
};

const listing = z.strictObject({
  limit: countText(1, Number.MAX_SAFE_INTEGER).default(50),
  offset: countText(0, Number.MAX_SAFE_INTEGER).default(0),
});
const hearing = z.strictObject({
  direction: oneOf(['combined', 'user', 'agent']).default('combined'),
  redacted: flagText.default(false),
});
const place = must('must be a whole number from 0');
const list = must('must be a list of at least one annotation');
const annotations = z.strictObject({
  annotations: z
    .array(
      z.strictObject({
        turnId: z.int(place).min(0, place),
        role: oneOf(ROLES),
        annotationType: oneOf(ANNOTATION_TYPES),
      }),
      list,
    )
    .min(1, list),
});
const note = z.strictObject({ note: text() });

export interface ConversationsPorts {
  readonly store: Pick<Store, 'conversations' | 'handoffStates' | 'projectSettings' | 'remarks' | 'traffic'>;
  readonly baseUrl: string;
  now(): number;
}

/** Conversations of an agent (specification, Data API), newest first. */
export function conversationRoutes({ store, baseUrl, now }: ConversationsPorts): readonly Route[] {
  const { conversations, handoffStates, projectSettings, remarks, traffic } = store;

  function find(
    caller: Caller,
    params: Readonly<Record<string, string>>,
  ): Result<{ readonly project: Project; readonly row: ConversationRow }, Fault> {
    const project = inConversations(caller, params);
    if (!project.ok) return project;
    const row = conversations.get(project.value, params['conversation_id'] ?? '');
    return row ? ok({ project: project.value, row }) : err(noConversation);
  }

  const aroundOf = (rows: readonly ConversationRow[]) => {
    const notes = remarks.notesOf(rows.map(({ id }) => id));
    return (row: ConversationRow): Around => ({
      note: notes.get(row.id),
      handoffState: handoffStates.of(row),
      baseUrl,
      now: now(),
    });
  };
  const turnsOf = (row: ConversationRow) => conversations.turnsOf([row]).get(row.seq) ?? [];

  return [
    route({
      method: 'GET',
      path: CONVERSATIONS,
      find: inConversations,
      query: listing,
      run({ where: project, query }) {
        const rows = conversations.newest(project, query);
        const around = aroundOf(rows);
        const bodies = rows.map((row) => summaryBody(row, around(row)));
        return reply({ conversations: bodies, count: conversations.count(project), ...query });
      },
    }),
    route({
      method: 'GET',
      path: CONVERSATION,
      find,
      run({ where: { project, row } }) {
        const around = { ...aroundOf([row])(row), functionErrors: traffic.functionErrorsOf(row.id) };
        return reply(detailBody(row, turnsOf(row), projectSettings.of(project), around));
      },
    }),
    route({
      method: 'GET',
      path: `${CONVERSATION}/audio`,
      find,
      query: hearing,
      run({ where: { row }, caller, query: { direction, redacted }, headers }) {
        if (!isRecorded(row)) return err(noRecording);
        // Published description: without the permission a recording is redacted, whatever is asked for.
        const isRedacted = redacted || !caller.may('pii');
        const call = { turns: turnsOf(row), startedAt: row.started_at, endedAt: row.ended_at };
        return bytesReply(createRecording(call, { direction, isRedacted }), 'audio/wav', headers);
      },
    }),
    route({
      method: 'POST',
      path: `${CONVERSATION}/annotation`,
      find,
      body: annotations,
      run({ where: { row }, body }) {
        const beyond = body.annotations.flatMap(({ turnId }, at) =>
          turnId < row.num_turns
            ? []
            : [{ field: `annotations.${at}.turnId`, message: 'must be the place of a turn, counted from 0' }],
        );
        if (beyond.length > 0) return err(invalid(beyond));
        remarks.annotate(
          row.id,
          body.annotations.map(({ turnId: turn, role, annotationType: type }) => ({ turn, role, type })),
        );
        return reply({ success: true }, 201);
      },
    }),
    route({
      method: 'POST',
      path: `${CONVERSATION}/note`,
      find,
      body: note,
      run({ where: { row }, body }) {
        remarks.putNote(row.id, body.note);
        return reply({ success: true }, 201);
      },
    }),
  ];
}
