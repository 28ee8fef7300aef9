import type * as z from 'zod/v4/core';
import { amount, nonEmpty, object, oneOf, parse, required, text } from './field-readers.ts';

/** Messages between an embedding page and the chat page in its iframe (contract §9). */

const SOURCE = 'foyer';
const VERSION = 1;

/** Chat events that are reported to the embedding page (contract §2). */
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
  'unread',
  'feedback',
  'error',
] as const;

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (it: unknown): it is Plain => typeof it === 'object' && it !== null && !Array.isArray(it);

const flag = required('true or false', (it) => (typeof it === 'boolean' ? it : undefined));
const plain = required('an object', (it) => (isPlain(it) ? it : undefined));
/** CSS custom properties by name. One value that is not text makes the whole record unreadable. */
const tokens = required('an object of texts', (it) =>
  isPlain(it) && Object.values(it).every((value) => typeof value === 'string')
    ? (it as Readonly<Record<string, string>>)
    : undefined,
);

/** Page → frame: the methods of the API that the page may call. */
const COMMANDS = {
  open: object({}),
  close: object({}),
  send: object({ text: nonEmpty }),
  setLocale: object({ tag: nonEmpty }),
  setTheme: object({ tokens }),
  end: object({}),
  restart: object({}),
};

/** Frame → page. */
const REPORTS = {
  event: object({ name: oneOf(BRIDGE_EVENTS), detail: plain }),
  /** The chat's size in CSS pixels, and whether the panel is open. */
  resize: object({ width: amount, height: amount, open: flag }),
};

type Table = Readonly<Record<string, z.$ZodType>>;
type OneOf<Of extends Table> = {
  [Type in keyof Of]: { readonly type: Type } & Readonly<z.output<Of[Type]>>;
}[keyof Of];
export type BridgeCommand = OneOf<typeof COMMANDS>;
export type BridgeReport = OneOf<typeof REPORTS>;

export type BridgeMethod = BridgeCommand['type'];
/** The fields of a command that are the arguments of its method, in order. */
export const ARGUMENTS: { readonly [Method in BridgeMethod]: readonly string[] } = {
  open: [],
  close: [],
  send: ['text'],
  setLocale: ['tag'],
  setTheme: ['tokens'],
  end: [],
  restart: [],
};

const envelope = object({
  source: oneOf([SOURCE]),
  version: required(`version ${VERSION}`, (it) => (it === VERSION ? it : undefined)),
  type: text,
});

function read<Of extends Table>(table: Of, value: unknown): OneOf<Of> | undefined {
  const outside = parse(envelope, value);
  if (!outside.ok || !Object.hasOwn(table, outside.value.type)) return undefined;
  const { type } = outside.value;
  const inside = parse(table[type] as z.$ZodType<object>, value);
  return inside.ok ? ({ type, ...inside.value } as unknown as OneOf<Of>) : undefined;
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
