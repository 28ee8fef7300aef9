import type { ServerEventBody } from '../../protocol/events.ts';
import { type Language, PHRASES } from './phrases.ts';
import type { Answer, HandoffData, Scene } from './script.ts';
import { noor, ponder, type Step, say } from './tempo.ts';

/** The ways out to a person (messaging §13). */

/** Things that happen at the tempo of people: three thoughts apart. */
const slowly = ({ settings }: Scene, bodies: readonly ServerEventBody[]): readonly Step[] =>
  bodies.map((body, at) => ({
    inMs: at === 0 ? settings.pace.thinkingMs : settings.pace.thinkingMs * 3,
    body,
  }));

const left = ({ conversation: { language } }: Scene, reason: string, queue: string): HandoffData => ({
  reason,
  queue,
  language,
});
const ASKED = 'visitor_request';

const PLACES = [3, 2, 1] as const;
const WAIT_PER_PLACE_SECONDS = 30;

/** What a visitor is told of their place in the queue, from 1. */
export function place(position: number, language: Language): ServerEventBody {
  const { queue: queueName, next } = PHRASES[language];
  return {
    kind: 'handoffQueueStatus',
    queueName,
    position,
    estimatedWaitSeconds: position * WAIT_PER_PLACE_SECONDS,
    ...(position === 1 && { displayMessage: next }),
  };
}

const queue = ({ conversation: { language } }: Scene, places: readonly number[]) =>
  places.map((position) => place(position, language));

/** The beginning of every handoff that is taken. */
export const accepted = (queueName: string): readonly ServerEventBody[] => [
  { kind: 'agentTriggeredHandoff' },
  { kind: 'agentLeft', reason: 'handoff' },
  { kind: 'handoffAccepted', queueName },
];

/** To whoever is at the desk, else to Noor. */
export const toPerson = (scene: Scene): Answer =>
  scene.settings.deskAt === undefined ? toLiveAgent(scene) : toDesk(scene, scene.settings.deskAt);

/** Accepted; the place in the queue and all that follows are the desk's to say. */
function toDesk(scene: Scene, since: number): Answer {
  const { language } = scene.conversation;
  const { queue: queueName } = PHRASES[language];
  return {
    conversation: { language, partner: 'queue', since },
    steps: slowly(scene, accepted(queueName)),
    handoff: left(scene, ASKED, queueName),
  };
}

/** Accepted, three places in the queue, then Noor, who stays. */
function toLiveAgent(scene: Scene): Answer {
  const { conversation, settings } = scene;
  const { queue: queueName, liveHello } = PHRASES[conversation.language];
  return {
    conversation: { ...conversation, partner: 'live-agent' },
    steps: [
      ...slowly(scene, [
        ...accepted(queueName),
        ...queue(scene, PLACES),
        { kind: 'liveAgentJoined', person: noor(settings) },
      ]),
      ponder('live-agent', settings),
      ...say('live-agent', { text: liveHello }, settings),
    ],
    handoff: left(scene, ASKED, queueName),
  };
}

/** Nobody takes over; the agent goes on. */
function declined(
  scene: Scene,
  handoff: HandoffData,
  bodies: readonly ServerEventBody[],
  text: string,
): Answer {
  return {
    conversation: scene.conversation,
    steps: [...slowly(scene, bodies), ...scene.say({ text })],
    handoff,
  };
}

export function toNobody(scene: Scene): Answer {
  const { queue: queueName, handoffFailed } = PHRASES[scene.conversation.language];
  return declined(
    scene,
    left(scene, ASKED, queueName),
    [{ kind: 'agentTriggeredHandoff' }, { kind: 'handoffFailed', reason: 'no_agents' }],
    handoffFailed,
  );
}

export function toNobodyInTime(scene: Scene): Answer {
  const { queue: queueName, handoffTimeout } = PHRASES[scene.conversation.language];
  return declined(
    scene,
    left(scene, ASKED, queueName),
    [
      { kind: 'agentTriggeredHandoff' },
      { kind: 'handoffAccepted', queueName },
      ...queue(scene, [3]),
      { kind: 'handoffTimeout', reason: 'queue_timeout' },
    ],
    handoffTimeout,
  );
}

/** The embedding page has to route the visitor. */
export const toElsewhere = (scene: Scene): Answer =>
  declined(
    scene,
    left(scene, 'COMPLEX_QUERY', 'orders'),
    [{ kind: 'clientHandoffRequired', reason: 'COMPLEX_QUERY', queueName: 'orders', route: 'order-desk' }],
    PHRASES[scene.conversation.language].elsewhere,
  );
