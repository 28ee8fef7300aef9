import type * as z from 'zod/v4/core';
import {
  maybeFlag,
  maybeText,
  nonEmpty,
  object,
  optional,
  readString,
} from '../../../../protocol/field-readers.ts';

const readObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** The answer to a turn. */
export const turnAnswer = object({
  conversationId: nonEmpty,
  userInput: maybeText,
  response: maybeText,
  metadata: optional('an object', readObject),
  conversationEnded: maybeFlag,
  delayedResponse: maybeFlag,
});
export type TurnAnswer = z.output<typeof turnAnswer>;

/** Internals of a turn: its node and the path there, function events, and everything else by name. */
export interface Internals {
  readonly node: string | undefined;
  readonly path: readonly string[];
  readonly events: readonly FunctionEvent[];
  /** By name, those without content left out. */
  readonly rest: readonly (readonly [name: string, value: unknown])[];
}

interface FunctionEvent {
  readonly name: string | undefined;
  readonly error: string | undefined;
  readonly whole: unknown;
}

const KNOWN = ['currentNode', 'nodeTrace', 'functionEvents'];

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Reads the metadata of a turn. Agents differ in it. */
export function internalsOf(metadata: Readonly<Record<string, unknown>> = {}): Internals {
  const { currentNode, nodeTrace, functionEvents } = metadata;
  const events = Array.isArray(functionEvents) ? functionEvents : [];
  return {
    node: readString(currentNode) || undefined,
    path: Array.isArray(nodeTrace) ? nodeTrace.filter((node) => typeof node === 'string') : [],
    events: events.map((whole: unknown) => {
      const { name, functionName, error } = readObject(whole) ?? {};
      return {
        name: readString(name) ?? readString(functionName),
        error: readString(error) || undefined,
        whole,
      };
    }),
    rest: Object.entries(metadata).filter(([name, value]) => !KNOWN.includes(name) && !isEmpty(value)),
  };
}
