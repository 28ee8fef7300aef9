import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { wireType } from '../../protocol/dialect.ts';
import { ENVIRONMENTS, type Origin, VARIANTS } from '../conversations/origin.ts';
import type { Caller, Project } from '../keys.ts';
import { type Fault, invalid } from '../rest/fault.ts';
import { must, oneOf, text } from '../rest/input.ts';
import { inConversations, type Route, reply, route } from '../rest/route.ts';
import type { Sessions } from '../sessions.ts';
import { type ChatStore, chatMetadata } from './chat-metadata.ts';
import { noConversation } from './conversations.ts';

const CHATS = '/v1/agents/:agent_id/debug-chat';
/** What it is called among the conversations, unless the caller says otherwise. */
const CHANNEL = 'chat.polyai';
const PLATFORM = 'debug-chat';

const failed = (code: string, message: string): Fault => ({ status: 400, code, message });
const noDraft = failed('CHAT_DRAFT_NOT_EXIST', 'The draft you are attempting to chat with does not exist.');
const timedOut = failed('CHAT_TIMEOUT', 'Chat session exceeded the timeout limit.');
const ended = failed('CHAT_ENDED', 'The chat session has ended.');
const takenId = invalid([{ field: 'conversationId', message: 'is the id of another conversation' }]);

const object = z.record(z.string(), z.unknown(), must('must be an object'));
const identifier = must('must be 1 to 200 of letters, digits and . _ ~ : @ + = -');
const languages = { asrLangCode: text(1).optional(), ttsLangCode: text(1).optional() };
const beginning = z.strictObject({
  clientEnv: oneOf(ENVIRONMENTS),
  ...languages,
  conversationId: z
    .string(identifier)
    .regex(/^[\w.~:@+=-]{1,200}$/, identifier)
    .optional(),
  variantId: text(1).optional(),
  channel: text(1).optional(),
  integrationAttributes: object.optional(),
});
const turn = z.strictObject({
  clientEnv: oneOf(ENVIRONMENTS),
  ...languages,
  message: text().default(''),
  metadata: object.optional(),
});

interface Languages {
  readonly asrLangCode?: string | undefined;
  readonly ttsLangCode?: string | undefined;
}

export interface DebugChatPorts {
  readonly store: ChatStore;
  readonly sessions: Sessions;
}

/** Conversations with the agent by request and answer (specification, Data API): sessions like any other. */
export function debugChatRoutes({ store, sessions }: DebugChatPorts): readonly Route[] {
  const { conversations, journal } = store;

  function find(
    caller: Caller,
    params: Readonly<Record<string, string>>,
  ): Result<{ readonly project: Project; readonly id: string }, Fault> {
    const project = inConversations(caller, params);
    if (!project.ok) return project;
    const { conversation_id: id = '' } = params;
    const isThere = journal.session(id)?.isDebugChat && conversations.get(project.value, id) !== undefined;
    return isThere ? ok({ project: project.value, id }) : err(noConversation);
  }

  /** What the session says to one frame; it answers at once. */
  function turnOf(project: Project, id: string, frame: object, userInput: string, given: Languages) {
    const before = journal.events(id, 0).length;
    const session = sessions.live(id);
    const connection = { isOpen: () => true, send() {}, close() {}, cut() {} };
    session?.connect(connection, before);
    session?.receive(connection, JSON.stringify(frame));
    session?.disconnect(connection);
    const said = journal
      .events(id, before)
      .flatMap((it) => (it.kind === 'agentMessage' || it.kind === 'liveAgentMessage' ? [it.text] : []));
    const spoken = conversations.get(project, id)?.language === 'fr' ? 'fr-FR' : 'en-GB';
    const conversationEnded = sessions.live(id) === undefined;
    return {
      conversationId: id,
      userInput,
      response: said.join('\n\n'),
      metadata: {
        ...chatMetadata(store, project, id),
        asrLangCode: given.asrLangCode ?? spoken,
        ttsLangCode: given.ttsLangCode ?? spoken,
      },
      conversationEnded,
      // The agent still thinks, or it failed.
      delayedResponse: said.length === 0 && !conversationEnded,
    };
  }

  return [
    route({
      method: 'POST',
      path: CHATS,
      find: inConversations,
      body: beginning,
      run({ where: project, body }) {
        const { clientEnv: environment, channel = CHANNEL, conversationId, variantId = 'main' } = body;
        const variant = VARIANTS.find((it) => it.id === variantId);
        if (variant === undefined) return err(noDraft);
        if (conversationId !== undefined && conversations.projectOf(conversationId)) return err(takenId);
        const language = /^fr\b/i.test(body.ttsLangCode ?? body.asrLangCode ?? '') ? 'fr' : 'en';
        const origin: Origin = { ...project, environment, channel, variantId: variant.id, language };
        const id = sessions.create({
          ...(conversationId !== undefined && { id: conversationId }),
          // The hash of no token: there is no socket to it.
          tokenHash: '',
          streaming: false,
          platform: PLATFORM,
          origin,
        });
        const join = { type: wireType('REQUEST_AGENT_JOIN', 'service'), payload: {} };
        return reply(turnOf(project, id, join, '', body), 201);
      },
    }),
    route({
      method: 'POST',
      path: `${CHATS}/:conversation_id`,
      find,
      body: turn,
      run({ where: { project, id }, body }) {
        if (sessions.live(id) === undefined) {
          const last = journal.events(id, 0).at(-1);
          return err(last?.kind === 'sessionEnd' && last.reason === 'user_abandoned' ? timedOut : ended);
        }
        const { message } = body;
        const said = { type: wireType('USER_MESSAGE', 'service'), payload: { text: message } };
        return reply(turnOf(project, id, said, message, body));
      },
    }),
  ];
}
