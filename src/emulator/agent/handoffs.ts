import type { ServerEventBody } from '../../protocol/events.ts';
import { noor } from '../shop/personas.ts';
import { type Language, PHRASES } from '../shop/phrases.ts';
import type { Answer, HandoffData, Step } from './answer.ts';
import { thinkingStep } from './messages.ts';
import { type Scene, say } from './scene.ts';

/** The handoffs of the script (M-13.1 to M-13.5). */

/** Steps at the pace of people: three times the agent's thinking time apart. */
const slowly = ({ settings }: Scene, bodies: readonly ServerEventBody[]): readonly Step[] =>
  bodies.map((body, at) => ({
    inMs: at === 0 ? settings.pace.thinkingMs : settings.pace.thinkingMs * 3,
    body,
  }));

const handoffData = ({ conversation: { language } }: Scene, reason: string, queue: string): HandoffData => ({
  reason,
  queue,
  language,
});
const VISITOR_REQUEST = 'visitor_request';

const POSITIONS = [3, 2, 1] as const;
const WAIT_PER_POSITION_SECONDS = 30;

/** The message about a visitor's position in the queue. Positions start at 1. */
export function queueStatus(position: number, language: Language): ServerEventBody {
  const { queue: queueName, next } = PHRASES[language];
  return {
    kind: 'handoffQueueStatus',
    queueName,
    position,
    estimatedWaitSeconds: position * WAIT_PER_POSITION_SECONDS,
    ...(position === 1 && { displayMessage: next }),
  };
}

/** The first events of every handoff that is accepted. */
export const acceptedHandoff = (queueName: string): readonly ServerEventBody[] => [
  { kind: 'agentTriggeredHandoff' },
  { kind: 'agentLeft', reason: 'handoff' },
  { kind: 'handoffAccepted', queueName },
];

/** Hands the visitor to the desk while it is staffed, else to Noor. */
export const toLiveAgent = (scene: Scene): Answer =>
  scene.settings.deskWaitSince === undefined ? toNoor(scene) : toDesk(scene, scene.settings.deskWaitSince);

/** The desk sends the queue status and all events after it. */
function toDesk(scene: Scene, since: number): Answer {
  const { language } = scene.conversation;
  const { queue: queueName } = PHRASES[language];
  return {
    conversation: { language, partner: 'queue', since },
    steps: slowly(scene, acceptedHandoff(queueName)),
    handoff: handoffData(scene, VISITOR_REQUEST, queueName),
  };
}

/** Sends three positions in the queue. Then Noor joins and stays. */
function toNoor(scene: Scene): Answer {
  const { settings } = scene;
  const { language } = scene.conversation;
  const { queue: queueName, liveHello } = PHRASES[language];
  const conversation = { ...scene.conversation, partner: 'live-agent' } as const;
  return {
    conversation,
    steps: [
      ...slowly(scene, [
        ...acceptedHandoff(queueName),
        ...POSITIONS.map((position) => queueStatus(position, language)),
        { kind: 'liveAgentJoined', person: noor(settings.mediaUrl) },
      ]),
      thinkingStep('live-agent', settings),
      ...say({ conversation, settings }, { text: liveHello }),
    ],
    handoff: handoffData(scene, VISITOR_REQUEST, queueName),
  };
}

/** A handoff after which the agent stays. */
function agentStays(
  scene: Scene,
  handoff: HandoffData,
  bodies: readonly ServerEventBody[],
  text: string,
): Answer {
  return {
    conversation: scene.conversation,
    steps: [...slowly(scene, bodies), ...say(scene, { text })],
    handoff,
  };
}

export function failedHandoff(scene: Scene): Answer {
  const { queue: queueName, handoffFailed } = PHRASES[scene.conversation.language];
  return agentStays(
    scene,
    handoffData(scene, VISITOR_REQUEST, queueName),
    [{ kind: 'agentTriggeredHandoff' }, { kind: 'handoffFailed', reason: 'no_agents' }],
    handoffFailed,
  );
}

export function timedOutHandoff(scene: Scene): Answer {
  const { language } = scene.conversation;
  const { queue: queueName, handoffTimeout } = PHRASES[language];
  return agentStays(
    scene,
    handoffData(scene, VISITOR_REQUEST, queueName),
    [
      { kind: 'agentTriggeredHandoff' },
      { kind: 'handoffAccepted', queueName },
      queueStatus(3, language),
      { kind: 'handoffTimeout', reason: 'queue_timeout' },
    ],
    handoffTimeout,
  );
}

/** M-13.4: the embedding page routes the visitor. */
export const clientHandoff = (scene: Scene): Answer =>
  agentStays(
    scene,
    handoffData(scene, 'COMPLEX_QUERY', 'orders'),
    [{ kind: 'clientHandoffRequired', reason: 'COMPLEX_QUERY', queueName: 'orders', route: 'order-desk' }],
    PHRASES[scene.conversation.language].elsewhere,
  );
