import type { ServerEventBody } from '../../protocol/events.ts';
import type { Pace } from '../model/pace.ts';
import { PHRASES } from '../shop/content.ts';
import type { Language } from '../shop/languages.ts';
import { noor } from '../shop/personas.ts';
import type { Answer, HandoffData, Step } from './answer.ts';
import { thinkingStep } from './messages.ts';
import { reply, type Scene, say } from './scene.ts';

/** The handoffs of the script (M-13.1 to M-13.5). */

/** The time between two steps at the pace of people. */
const slowMs = ({ thinkingMs }: Pace) => thinkingMs * 3;

/** Steps at the pace of people. The first place in the queue comes with the acceptance. */
const slowly = ({ settings: { pace } }: Scene, bodies: readonly ServerEventBody[]): readonly Step[] =>
  bodies.map((body, index) => {
    const isWithAcceptance =
      body.kind === 'handoffQueueStatus' && bodies[index - 1]?.kind === 'handoffAccepted';
    return { inMs: index === 0 ? pace.thinkingMs : isWithAcceptance ? 0 : slowMs(pace), body };
  });

const handoffData = ({ conversation: { language } }: Scene, reason: string, queue: string): HandoffData => ({
  reason,
  queue,
  language,
});
export const VISITOR_REQUEST = 'visitor_request';

const POSITIONS = [3, 2, 1] as const;

/** The message about a visitor's position in the queue. Positions start at 1. */
export function queueStatus(
  position: number,
  estimatedWaitSeconds: number,
  language: Language,
): ServerEventBody {
  const { queue: queueName, next } = PHRASES[language];
  return {
    kind: 'handoffQueueStatus',
    queueName,
    position,
    estimatedWaitSeconds,
    ...(position === 1 && { displayMessage: next }),
  };
}

/** The message about a position in the scripted queue. */
const scriptedStatus = ({ conversation, settings }: Scene, position: number): ServerEventBody =>
  queueStatus(position, Math.ceil((position * slowMs(settings.pace)) / 1_000), conversation.language);

/** The first events of every handoff that is accepted. */
export const acceptedHandoff = (queueName: string): readonly ServerEventBody[] => [
  { kind: 'agentTriggeredHandoff' },
  { kind: 'agentLeft', reason: 'handoff' },
  { kind: 'handoffAccepted', queueName },
];

/** A handoff, except while a live agent is in the conversation already. */
export const unlessLive = (handoff: (scene: Scene) => Answer) => (scene: Scene) =>
  scene.conversation.partner === 'live-agent'
    ? reply(scene, { text: PHRASES[scene.conversation.language].liveHere })
    : handoff(scene);

/** Hands the visitor to the desk while it is staffed, else to Noor. */
export function handOver(scene: Scene, reason: string): Answer {
  const { deskWaitSince: since } = scene.settings;
  return since === undefined ? toNoor(scene, reason) : toDesk(scene, reason, since);
}

export const toLiveAgent = unlessLive((scene) => handOver(scene, VISITOR_REQUEST));

/** The desk sends the queue status and all events after it. */
function toDesk(scene: Scene, reason: string, since: number): Answer {
  const { language } = scene.conversation;
  const { queue: queueName } = PHRASES[language];
  return {
    conversation: { language, partner: 'queue', since, ...(reason !== VISITOR_REQUEST && { reason }) },
    steps: slowly(scene, acceptedHandoff(queueName)),
    handoff: handoffData(scene, reason, queueName),
  };
}

/** Sends three positions in the queue. Then Noor joins and stays. */
function toNoor(scene: Scene, reason: string): Answer {
  const { settings } = scene;
  const { language } = scene.conversation;
  const { queue: queueName, liveHello } = PHRASES[language];
  const conversation = { ...scene.conversation, partner: 'live-agent' } as const;
  return {
    conversation,
    steps: [
      ...slowly(scene, [
        ...acceptedHandoff(queueName),
        ...POSITIONS.map((position) => scriptedStatus(scene, position)),
        { kind: 'liveAgentJoined', person: noor(settings.mediaUrl) },
      ]),
      thinkingStep('live-agent', settings),
      ...say({ conversation, settings }, { text: liveHello }),
    ],
    handoff: handoffData(scene, reason, queueName),
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
  const waiting = slowly(scene, [
    { kind: 'agentTriggeredHandoff' },
    { kind: 'handoffAccepted', queueName },
    scriptedStatus(scene, 1),
  ]);
  // Nobody gives up before the time that the visitor was told.
  const inMs = slowMs(scene.settings.pace) * 2;
  return {
    conversation: scene.conversation,
    steps: [
      ...waiting,
      { inMs, body: { kind: 'handoffTimeout', reason: 'queue_timeout' } },
      ...say(scene, { text: handoffTimeout }),
    ],
    handoff: handoffData(scene, VISITOR_REQUEST, queueName),
  };
}

/** M-13.4: the embedding page routes the visitor. */
export const clientHandoff = (scene: Scene): Answer =>
  agentStays(
    scene,
    handoffData(scene, 'COMPLEX_QUERY', 'orders'),
    [{ kind: 'clientHandoffRequired', reason: 'COMPLEX_QUERY', queueName: 'orders', route: 'order-desk' }],
    PHRASES[scene.conversation.language].elsewhere,
  );
