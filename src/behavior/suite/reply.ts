/** Facts about an answer that suites ask for. */
export interface Reply {
  readonly text: string;
  readonly inMs: number;
  readonly isDelayed: boolean;
  readonly hasEnded: boolean;
  /** Names of the functions that were called. */
  readonly functions: readonly string[];
  /** Node, flow and step of the agent. */
  readonly nodes: readonly string[];
  readonly language: string | undefined;
  /** Undefined: there is no handoff. The reason may be empty. */
  readonly handoff: string | undefined;
}

/** An answer of `POST /debug-chat`, unchecked but for its type. */
export interface TurnAnswer {
  readonly response?: string | undefined;
  readonly metadata?: object | undefined;
  readonly conversationEnded?: boolean | undefined;
  readonly delayedResponse?: boolean | undefined;
}

type Values = Readonly<Record<string, unknown>>;

const object = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** The first text that is not empty. */
const textOf = (...values: readonly unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/** Function events name functions in two ways. */
const nameOf = (event: unknown) => textOf(object(event)['name'], object(event)['functionName']) ?? [];

/** true if the chat follows the text that it was begun with. */
export const followsGivenText = ({ metadata }: TurnAnswer): boolean =>
  object(object(metadata)['state'])['behavior_source'] === 'request';

export function replyOf(
  { response, metadata, conversationEnded, delayedResponse }: TurnAnswer,
  inMs: number,
): Reply {
  const { state, currentNode, inFlow, inStep, functionEvents, ttsLangCode, handoffDestination } =
    object(metadata);
  const { language, reason, handoff_reason } = object(state);
  const isHandoff = textOf(handoffDestination, handoff_reason) !== undefined;
  return {
    text: response ?? '',
    inMs,
    isDelayed: delayedResponse ?? false,
    hasEnded: conversationEnded ?? false,
    functions: Array.isArray(functionEvents) ? functionEvents.flatMap(nameOf) : [],
    nodes: [currentNode, inFlow, inStep].flatMap((node) => textOf(node) ?? []),
    language: textOf(language, ttsLangCode),
    handoff: isHandoff ? (textOf(handoff_reason, reason) ?? '') : undefined,
  };
}
