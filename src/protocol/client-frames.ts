import * as z from 'zod/mini';
import { err, ok, type Result } from '../base/result.ts';
import { DIALECTS, type Dialect, type Stem, wireType } from './dialect.ts';
import type { ClientCommand } from './events.ts';
import { stemOf } from './read-payload.ts';

/** The platform's counterpart of `encode`: reads the text frames of a client. */

/** Command as the platform receives it. The client's own id, if any, is in the metadata. */
export type ReceivedCommand =
  | Exclude<ClientCommand, { kind: 'userMessage' }>
  | { readonly kind: 'userMessage'; readonly text: string };

/** Metadata that a client adds to a frame. The echo of the frame carries it back (M-4.10). */
export interface EventMetadata {
  readonly custom?: Readonly<Record<string, string>> | undefined;
}

export interface ReceivedFrame {
  readonly command: ReceivedCommand;
  readonly metadata?: EventMetadata | undefined;
  /** Dialect of the type; undefined when both spell it the same. */
  readonly dialect?: Dialect | undefined;
}

export type ClientRefusal =
  | { readonly refused: 'unreadable' }
  /** A type that only the platform may send. */
  | { readonly refused: 'not-allowed'; readonly type: string };

const record = z.record(z.string(), z.unknown());
const command = (build: () => ReceivedCommand) => z.pipe(record, z.transform(build));

const COMMANDS = {
  REQUEST_AGENT_JOIN: command(() => ({ kind: 'requestAgentJoin' })),
  USER_MESSAGE: z.pipe(
    z.object({ text: z.string() }),
    z.transform(({ text }): ReceivedCommand => ({ kind: 'userMessage', text })),
  ),
  USER_TYPING: z.pipe(
    z.object({ state: z.enum(['TYPING_STATE_STARTED', 'TYPING_STATE_STOPPED']) }),
    z.transform(
      ({ state }): ReceivedCommand => ({
        kind: 'userTyping',
        state: state === 'TYPING_STATE_STARTED' ? 'started' : 'stopped',
      }),
    ),
  ),
  USER_END_SESSION: command(() => ({ kind: 'userEndSession' })),
  HEARTBEAT: command(() => ({ kind: 'heartbeat' })),
} as const satisfies Partial<Record<Stem, z.ZodMiniType<ReceivedCommand>>>;

const isCommand = (stem: Stem): stem is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, stem);

/** M-4.1: an id, a sequence or a time in a client's frame is not read; the platform assigns them. */
const envelope = z.object({
  type: z.string(),
  payload: record,
  metadata: z.nullish(z.object({ custom: z.nullish(record) })),
});

/** M-4.7: an unreadable value in `custom` is left out and the others are kept. */
function metadataOf(wire: z.output<typeof envelope>['metadata']): EventMetadata | undefined {
  if (!wire?.custom) return undefined;
  const texts = Object.entries(wire.custom).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  return { custom: Object.fromEntries(texts) };
}

/** Dialect of a type that the dialects spell differently. */
const dialectOf = (type: string, stem: Stem): Dialect | undefined =>
  wireType(stem, 'service') === wireType(stem, 'poly')
    ? undefined
    : DIALECTS.find((dialect) => wireType(stem, dialect) === type);

/**
 * Reads one text frame of a client. M-5.6: any other type is refused. Never throws.
 * @param dialect M-1.9: a platform knows no types of the other dialect; without it both are read
 */
export function readClientFrame(frame: string, dialect?: Dialect): Result<ReceivedFrame, ClientRefusal> {
  let json: unknown;
  try {
    json = JSON.parse(frame);
  } catch {
    return err({ refused: 'unreadable' });
  }
  const wire = z.safeParse(envelope, json);
  if (!wire.success) return err({ refused: 'unreadable' });
  const { type, payload, metadata } = wire.data;
  const stem = stemOf(type);
  if (stem === undefined || (dialect && wireType(stem, dialect) !== type))
    return err({ refused: 'unreadable' });
  if (!isCommand(stem)) return err({ refused: 'not-allowed', type });
  const read = z.safeParse(COMMANDS[stem], payload);
  if (!read.success) return err({ refused: 'unreadable' });
  return ok({ command: read.data, metadata: metadataOf(metadata), dialect: dialectOf(type, stem) });
}

/** Text of the system message with which the platform refuses a frame (M-10.1). */
export function refusalText(refusal: ClientRefusal): string {
  return refusal.refused === 'not-allowed'
    ? `Event type not allowed: ${refusal.type}`
    : 'Unknown event type or invalid message format';
}
