import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { createRecording } from '../../conversations/recording.ts';
import {
  booleanParameter,
  integerParameter,
  issueText,
  oneOf,
  storableText,
} from '../../http/request-input.ts';
import { REST_ERRORS, type RestError, validationError } from '../../http/rest-error.ts';
import { ANNOTATION_ROLES, ANNOTATION_TYPES } from '../../store/annotation-table.ts';
import type { ConversationRow } from '../../store/conversation-row.ts';
import { bytesReply } from '../rest/byte-range.ts';
import {
  findConversationsProject,
  findIn,
  type Route,
  type RoutePorts,
  reply,
  route,
} from '../rest/route.ts';
import { detailBody, isRecorded, type SummaryContext, summaryBody } from './data-api-body.ts';

const CONVERSATIONS = '/v1/agents/:agent_id/conversations';
const CONVERSATION = `${CONVERSATIONS}/:conversation_id`;

export const conversationNotFound: RestError = {
  ...REST_ERRORS.notFound,
  code: 'CONVERSATIONS_NOT_FOUND',
  message: 'Conversation ID does not exist.',
};
const recordingNotFound: RestError = {
  ...REST_ERRORS.notFound,
  code: 'CONVERSATIONS_RECORDING_NOT_FOUND',
  message: 'Audio recording not found for this conversation.',
};

const listQuery = z.strictObject({
  limit: integerParameter(1, Number.MAX_SAFE_INTEGER).default(50),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER).default(0),
});
const audioQuery = z.strictObject({
  direction: oneOf(['combined', 'user', 'agent']).default('combined'),
  redacted: booleanParameter.default(false),
});
const turnIdIssue = issueText('must be a whole number from 0');
const annotationsIssue = issueText('must be a list of at least one annotation');
const annotationsBody = z.strictObject({
  annotations: z
    .array(
      z.strictObject({
        turnId: z.int(turnIdIssue).min(0, turnIdIssue),
        role: oneOf(ANNOTATION_ROLES),
        annotationType: oneOf(ANNOTATION_TYPES),
      }),
      annotationsIssue,
    )
    .min(1, annotationsIssue),
});
const noteBody = z.strictObject({ note: storableText() });

/** Conversations of an agent, newest first. */
export function dataApiRoutes({ store, baseUrl, now }: RoutePorts): readonly Route[] {
  const { conversations, handoffStates, projectSettings, annotations, traffic } = store;

  const find = findIn(
    findConversationsProject,
    (project, { conversation_id: id = '' }) => {
      const row = conversations.get(project, id);
      return row && { project, row };
    },
    conversationNotFound,
  );

  const summaryContextOf = (rows: readonly ConversationRow[]) => {
    const notes = annotations.notesOf(rows.map(({ id }) => id));
    return (row: ConversationRow): SummaryContext => ({
      note: notes.get(row.id),
      handoffState: handoffStates.of(row),
      baseUrl,
      now: now(),
    });
  };
  const turnsOf = (row: ConversationRow) => conversations.turnsOf([row]).get(row.seq) ?? [];

  return [
    route('GET', CONVERSATIONS, findConversationsProject, {
      query: listQuery,
      run({ where: project, query }) {
        const rows = conversations.newest(project, query);
        const contextOf = summaryContextOf(rows);
        const bodies = rows.map((row) => summaryBody(row, contextOf(row)));
        return reply({ conversations: bodies, count: conversations.count(project), ...query });
      },
    }),
    route('GET', CONVERSATION, find, {
      run({ where: { project, row } }) {
        // A synthetic conversation's errors are known in advance.
        const functionErrors = traffic.functionErrorsOf(row.id).filter((at) => at <= now());
        const context = { ...summaryContextOf([row])(row), functionErrors };
        return reply(detailBody(row, turnsOf(row), projectSettings.of(project), context));
      },
    }),
    route('GET', `${CONVERSATION}/audio`, find, {
      query: audioQuery,
      run({ where: { row }, caller, query: { direction, redacted }, headers }) {
        if (!isRecorded(row)) return err(recordingNotFound);
        // without the permission `pii` a recording is always redacted.
        const isRedacted = redacted || !caller.may('pii');
        const call = { turns: turnsOf(row), startedAt: row.started_at, endedAt: row.ended_at };
        return bytesReply(createRecording(call, { direction, isRedacted }), 'audio/wav', headers);
      },
    }),
    route('POST', `${CONVERSATION}/annotation`, find, {
      body: annotationsBody,
      run({ where: { row }, body }) {
        const issues = body.annotations.flatMap(({ turnId }, index) =>
          turnId < row.num_turns
            ? []
            : [
                {
                  field: `annotations.${index}.turnId`,
                  message: 'must be the place of a turn, counted from 0',
                },
              ],
        );
        if (issues.length > 0) return err(validationError(issues));
        annotations.addAnnotations(
          row.id,
          body.annotations.map(({ turnId: turn, role, annotationType: type }) => ({ turn, role, type })),
        );
        return reply({ success: true }, 201);
      },
    }),
    route('POST', `${CONVERSATION}/note`, find, {
      body: noteBody,
      run({ where: { row }, body }) {
        annotations.putNote(row.id, body.note);
        return reply({ success: true }, 201);
      },
    }),
  ];
}
