import type * as z from 'zod/v4/core';
import { isPlain, type Plain } from '../base/plain.ts';
import { amount, nonEmpty, object, oneOf, parse, required, text } from './field-readers.ts';

/** Messages between an embedding page and the chat page in its iframe (contract §9). */

const SOURCE = 'foyer';
const VERSION = 1;

/** Chat events that are reported to the embedding page (contract §2): all but `before-send`, because its answer would come too late. */
export const BRIDGE_EVENTS = [
  'ready',
  'open',
  'close',
  'message',
  'connection',
  'handoff',
  'client-handoff-required',
  'language',
  'session-start',
  'session-end',
  'link',
  'unread',
  'context',
  'feedback',
  'error',
] as const;

const flag = required('true or false', (value) => (typeof value === 'boolean' ? value : undefined));
const plain = required('an object', (value) => (isPlain(value) ? value : undefined));
/** CSS custom properties by name. One value that is not text makes the whole record unreadable. */
const tokens = required('an object of texts', (record) =>
  isPlain(record) && Object.values(record).every((value) => typeof value === 'string')
    ? (record as Readonly<Record<string, string>>)
    : undefined,
);

/** Fields of the messages by type. They are types of their own: the package's declarations know no zod. */
interface CommandFields {
  readonly open: Nothing;
  readonly close: Nothing;
  readonly send: { readonly text: string };
  readonly setLocale: { readonly tag: string };
  readonly setTheme: { readonly tokens: Readonly<Record<string, string>> };
  readonly setContext: { readonly fields: Plain };
  readonly end: Nothing;
  readonly restart: Nothing;
}

interface ReportFields {
  readonly event: { readonly name: (typeof BRIDGE_EVENTS)[number]; readonly detail: Plain };
  /** The chat's size in CSS pixels, and whether the panel is open. */
  readonly resize: { readonly width: number; readonly height: number; readonly open: boolean };
}

type Nothing = Readonly<Record<never, never>>;
type Table<Fields> = { readonly [Type in keyof Fields]: z.$ZodType<Fields[Type]> };
type OneOf<Fields> = { [Type in keyof Fields]: { readonly type: Type } & Fields[Type] }[keyof Fields];
export type BridgeCommand = OneOf<CommandFields>;
export type BridgeReport = OneOf<ReportFields>;

/** Page → frame: the methods of the API that the page may call. */
const COMMANDS: Table<CommandFields> = {
  open: object({}),
  close: object({}),
  send: object({ text: nonEmpty }),
  setLocale: object({ tag: nonEmpty }),
  setTheme: object({ tokens }),
  setContext: object({ fields: plain }),
  end: object({}),
  restart: object({}),
};

/** Frame → page. */
const REPORTS: Table<ReportFields> = {
  event: object({ name: oneOf(BRIDGE_EVENTS), detail: plain }),
  resize: object({ width: amount, height: amount, open: flag }),
};

export type BridgeMethod = BridgeCommand['type'];
/** The fields of a command that are the arguments of its method, in order. */
export const ARGUMENTS: { readonly [Method in BridgeMethod]: readonly string[] } = {
  open: [],
  close: [],
  send: ['text'],
  setLocale: ['tag'],
  setTheme: ['tokens'],
  setContext: ['fields'],
  end: [],
  restart: [],
};

const envelope = object({
  source: oneOf([SOURCE]),
  version: required(`version ${VERSION}`, (value) => (value === VERSION ? value : undefined)),
  type: text,
});

function read<Fields>(table: Table<Fields>, value: unknown): OneOf<Fields> | undefined {
  const outside = parse(envelope, value);
  if (!outside.ok || !Object.hasOwn(table, outside.value.type)) return undefined;
  const type = outside.value.type as keyof Fields;
  const inside = parse(table[type], value);
  return inside.ok ? { type, ...inside.value } : undefined;
}

/** Reads a command of the embedding page. Returns undefined for any other window message. */
export const readCommand = (value: unknown): BridgeCommand | undefined => read(COMMANDS, value);

/** Reads a report of the chat page. Returns undefined for any other window message. */
export const readReport = (value: unknown): BridgeReport | undefined => read(REPORTS, value);

/** Adds the source and the version to a message. */
export const toBridgeMessage = (message: BridgeCommand | BridgeReport): object => ({
  source: SOURCE,
  version: VERSION,
  ...message,
});
