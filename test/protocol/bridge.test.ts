import { describe, expect, it } from 'vitest';
import type { FoyerEventName } from '../../src/embed/api.ts';
import { BRIDGE_EVENTS, readCommand, readReport, toBridgeMessage } from '../../src/protocol/bridge.ts';

const COMMANDS = [
  { type: 'open' },
  { type: 'close' },
  { type: 'send', text: 'Where is my parcel?' },
  { type: 'setLocale', tag: 'fr-CH' },
  { type: 'setTheme', tokens: { accent: '#2f5d4e', radius: '' } },
  { type: 'end' },
  { type: 'restart' },
] as const;

const REPORTS = [
  { type: 'event', name: 'open', detail: {} },
  { type: 'event', name: 'message', detail: { id: 'm1', author: 'agent', text: 'Hello' } },
  { type: 'resize', width: 380, height: 640.5, open: true },
] as const;

const valid = { source: 'foyer', version: 1 };
/** Messages of other scripts, and almost valid ones. */
const STRANGERS: readonly unknown[] = [
  undefined,
  null,
  '',
  'open',
  42,
  [],
  [{ ...valid, type: 'open' }],
  new Map([['type', 'open']]),
  {},
  { type: 'open' },
  { type: 'open', source: 'foyer' },
  { type: 'open', version: 1 },
  { type: 'open', source: 'Foyer', version: 1 },
  { type: 'open', source: 'foyer-chat', version: 1 },
  { type: 'open', source: ['foyer'], version: 1 },
  { type: 'open', source: 'foyer', version: 2 },
  { type: 'open', source: 'foyer', version: '1' },
  { type: 'open', source: 'foyer', version: true },
  { ...valid },
  { ...valid, type: 'OPEN' },
  { ...valid, type: 'destroy' },
  { ...valid, type: 'toString' },
  { ...valid, type: '__proto__' },
  { ...valid, type: ['open'] },
  Object.create({ ...valid, type: 'open' }),
  { ...valid, type: 'send' },
  { ...valid, type: 'send', text: '' },
  { ...valid, type: 'send', text: 7 },
  { ...valid, type: 'send', text: { toString: 'x' } },
  { ...valid, type: 'setLocale', tag: null },
  { ...valid, type: 'setTheme' },
  { ...valid, type: 'setTheme', tokens: 'red' },
  { ...valid, type: 'setTheme', tokens: ['red'] },
  { ...valid, type: 'setTheme', tokens: { accent: 7 } },
  { ...valid, type: 'event', name: 'message' },
  { ...valid, type: 'event', name: 'message', detail: 'text' },
  { ...valid, type: 'event', name: 'token', detail: {} },
  { ...valid, type: 'resize', width: 1, height: 1 },
  { ...valid, type: 'resize', width: Number.NaN, height: 1, open: true },
  { ...valid, type: 'resize', width: 1, height: 1, open: 'true' },
];

describe('the bridge', () => {
  it.each(COMMANDS)('reads the command %o in the frame only', (command) => {
    expect(readCommand(structuredClone(toBridgeMessage(command)))).toEqual(command);
    expect(readReport(toBridgeMessage(command))).toBeUndefined();
  });

  it.each(REPORTS)('reads the report %o in the page only', (report) => {
    expect(readReport(structuredClone(toBridgeMessage(report)))).toEqual(report);
    expect(readCommand(toBridgeMessage(report))).toBeUndefined();
  });

  it('adds the source and the version to its messages', () => {
    expect(toBridgeMessage({ type: 'send', text: 'Hi' })).toEqual({ ...valid, type: 'send', text: 'Hi' });
  });

  it('reads no other message', () => {
    expect(STRANGERS.map((stranger) => [stranger, readCommand(stranger), readReport(stranger)])).toEqual(
      STRANGERS.map((stranger) => [stranger, undefined, undefined]),
    );
  });

  it('drops unknown fields of a message', () => {
    const more = { ...valid, type: 'open', relay: 'https://evil.example', text: 'x' };
    expect(readCommand(more)).toEqual({ type: 'open' });
  });

  it('lists every event of the chat but the one whose answer would come too late', () => {
    const events: Record<Exclude<FoyerEventName, 'before-send'>, true> = {
      ready: true,
      open: true,
      close: true,
      message: true,
      connection: true,
      handoff: true,
      'client-handoff-required': true,
      language: true,
      'session-start': true,
      'session-end': true,
      link: true,
      unread: true,
      context: true,
      feedback: true,
      error: true,
    };
    expect(BRIDGE_EVENTS).toEqual(Object.keys(events));
  });
});
