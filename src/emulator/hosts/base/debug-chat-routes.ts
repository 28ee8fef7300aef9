import * as z from 'zod';
import { pause } from '../../../base/deadline.ts';
import { err } from '../../../base/result.ts';
import { wireType } from '../../../protocol/dialect.ts';
import { issueText, oneOf, storableText } from '../../http/request-input.ts';
import { type RestError, validationError } from '../../http/rest-error.ts';
import { ENVIRONMENTS, type Origin, VARIANTS } from '../../model/origin.ts';
import type { Project } from '../../model/project.ts';
import {
  findConversationsProject,
  findIn,
  type Route,
  type RoutePorts,
  reply,
  route,
} from '../rest/route.ts';
import { conversationNotFound } from './data-api-routes.ts';
import { chatMetadata } from './debug-chat-metadata.ts';

const CHATS = '/v1/agents/:agent_id/debug-chat';
/** Channel of debug chats unless the caller sets one. */
const CHANNEL = 'chat.polyai';
const PLATFORM = 'debug-chat';
/** Callers wait a minute. */
const ANSWER_MS = 50_000;

const chatError = (code: string, message: string): RestError => ({ status: 400, code, message });
const draftNotFound = chatError(
  'CHAT_DRAFT_NOT_EXIST',
  'The draft you are attempting to chat with does not exist.',
);
const noAgent = chatError(
  'CHAT_DRAFT_NOT_EXIST',
  'behavior: the scripted agent follows no behaviour text. Start the platform with an agent of your own.',
);
const timedOut = chatError('CHAT_TIMEOUT', 'Chat session exceeded the timeout limit.');
const ended = chatError('CHAT_ENDED', 'The chat session has ended.');
const takenId = validationError([{ field: 'conversationId', message: 'is the id of another conversation' }]);

const object = z.record(z.string(), z.unknown(), issueText('must be an object'));
const identifierIssue = issueText('must be 1 to 200 of letters, digits and . _ ~ : @ + = -');
// an empty code counts as absent.
const languageCode = storableText()
  .transform((code) => code || undefined)
  .optional();
const languages = { asrLangCode: languageCode, ttsLangCode: languageCode };
const startBody = z.strictObject({
  clientEnv: oneOf(ENVIRONMENTS),
  ...languages,
  conversationId: z
    .string(identifierIssue)
    .regex(/^[\w.~:@+=-]{1,200}$/, identifierIssue)
    .optional(),
  variantId: storableText(1).optional(),
  channel: storableText(1).optional(),
  integrationAttributes: object.optional(),
  // Not published: the text that this chat follows, in place of the branch's.
  behavior: storableText(1).optional(),
});
const messageBody = z.strictObject({
  clientEnv: oneOf(ENVIRONMENTS),
  ...languages,
  message: storableText().default(''),
  metadata: object.optional(),
});

type Languages = Pick<z.output<typeof messageBody>, keyof typeof languages>;

/** Debug chats: sessions over requests and answers instead of a socket. */
export function debugChatRoutes({ store, sessions, clock }: RoutePorts): readonly Route[] {
  const { conversations, journal } = store;

  const find = findIn(
    findConversationsProject,
    (project, { conversation_id: id = '' }) =>
      journal.session(id)?.isDebugChat && conversations.get(project, id) ? { project, id } : undefined,
    conversationNotFound,
  );

  /** Sends one frame to the session and returns the answer, at the latest after `ANSWER_MS`. */
  async function runTurn(project: Project, id: string, frame: object, userInput: string, given: Languages) {
    const before = journal.events(id, 0).length;
    const session = sessions.live(id);
    const connection = { isOpen: () => true, send() {}, close() {}, cut() {} };
    session?.connect(connection, before);
    session?.receive(connection, JSON.stringify(frame));
    session?.disconnect(connection);
    const answered = new AbortController();
    void session?.whenAnswered().then(() => answered.abort());
    if (session) await pause(clock, ANSWER_MS, answered.signal);
    const said = journal
      .events(id, before)
      .flatMap((event) =>
        event.kind === 'agentMessage' || event.kind === 'liveAgentMessage' ? [event.text] : [],
      );
    const spoken = conversations.get(project, id)?.language === 'fr' ? 'fr-FR' : 'en-GB';
    const conversationEnded = sessions.live(id) === undefined;
    const metadata = chatMetadata(store, project, id);
    return {
      conversationId: id,
      userInput,
      response: said.join('\n\n'),
      metadata: {
        ...metadata,
        state: {
          ...metadata.state,
          ...(session?.behavior() !== undefined && { behavior_source: 'request' }),
        },
        asrLangCode: given.asrLangCode ?? spoken,
        ttsLangCode: given.ttsLangCode ?? spoken,
      },
      conversationEnded,
      // Without an answer the agent still thinks or has failed.
      delayedResponse: said.length === 0 && !conversationEnded,
    };
  }

  return [
    route('POST', CHATS, findConversationsProject, {
      body: startBody,
      async run({ where: project, body }) {
        const { clientEnv: environment, channel = CHANNEL, conversationId, variantId = 'main' } = body;
        if (body.behavior !== undefined && !sessions.followsBehavior) return err(noAgent);
        const variant = VARIANTS.find((candidate) => candidate.id === variantId);
        if (variant === undefined) return err(draftNotFound);
        if (conversationId !== undefined && conversations.projectOf(conversationId)) return err(takenId);
        const language = /^fr\b/i.test(body.ttsLangCode ?? body.asrLangCode ?? '') ? 'fr' : 'en';
        const origin: Origin = { ...project, environment, channel, variantId: variant.id, language };
        const id = sessions.create({
          ...(conversationId !== undefined && { id: conversationId }),
          // No token has this hash, so no socket can open the session.
          tokenHash: '',
          streaming: false,
          platform: PLATFORM,
          origin,
        });
        if (body.behavior !== undefined) sessions.live(id)?.follow(body.behavior);
        const join = { type: wireType('REQUEST_AGENT_JOIN', 'service'), payload: {} };
        return reply(await runTurn(project, id, join, '', body), 201);
      },
    }),
    route('POST', `${CHATS}/:conversation_id`, find, {
      body: messageBody,
      async run({ where: { project, id }, body }) {
        if (sessions.live(id) === undefined) {
          const last = journal.events(id, 0).at(-1);
          return err(last?.kind === 'sessionEnd' && last.reason === 'user_abandoned' ? timedOut : ended);
        }
        const { message } = body;
        const said = { type: wireType('USER_MESSAGE', 'service'), payload: { text: message } };
        return reply(await runTurn(project, id, said, message, body));
      },
    }),
  ];
}
