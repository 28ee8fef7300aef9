import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readOptions } from '../../src/embed/attributes.ts';
import { runCommands } from '../../src/embed/command-queue.ts';
import { readCommand, readReport } from '../../src/protocol/bridge.ts';
import { decode } from '../../src/protocol/codec.ts';
import { parse } from '../../src/protocol/field-readers.ts';
import { problemCode, sessionGrant, sessionStatus } from '../../src/protocol/relay-schemas.ts';
import { readWidgetConfig } from '../../src/protocol/widget-config.ts';
import { interpolate } from '../../src/text/interpolate.ts';
import { stringsFor } from '../../src/widget/locales/localization.ts';
import { textForLocale } from '../../src/widget/locales/text-for-locale.ts';
import { english } from '../../src/widget/locales/translations/strings.ts';

/** Names of shared prototypes, and field names that the readers use. */
const name = fc.constantFrom(
  ...'__proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__ polluted'.split(' '),
  ...'type payload events metadata custom id sequence text message_id attachments agent capabilities'.split(
    ' ',
  ),
  ...'header strings default_locale source version tokens detail name code session_id de en'.split(' '),
);

/** JSON text. In an object literal, `__proto__` would set the prototype. */
const json = fc.letrec<{ value: string; object: string }>((tie) => ({
  object: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 5 })
    .map((all) => `{${all.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    name.map((text) => JSON.stringify(text)),
    fc.constantFrom(
      '"EVENT_TYPE_EVENT_BATCH"',
      '"EVENT_TYPE_SERVICE_AGENT_MESSAGE"',
      '1',
      'null',
      'true',
      '{"polluted":1}',
    ),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }).map((all) => `[${all.join()}]`),
  ),
})).object;

const SHARED = [Object, Array, Function, String, Map, Promise].map(({ prototype }) => prototype as object);
const snapshot = () =>
  SHARED.map((object) =>
    Reflect.ownKeys(object).map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key)?.value]),
  );

/** Expects that `act` does not change a shared prototype. */
function expectClean(act: () => unknown): void {
  const before = snapshot();
  act();
  expect(snapshot()).toEqual(before);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

const samples = (numRuns: number) => fc.sample(json, { numRuns, seed: 35 });
const within = (fields: string, text: string) => `{${fields}${text === '{}' ? '' : ','}${text.slice(1)}`;

describe('keys of shared prototypes', () => {
  it('S-35: keys of shared prototypes pollute nothing in frames of the platform and answers of the relay', () => {
    expectClean(() => {
      for (const text of samples(3_000)) {
        decode(text);
        decode(within('"type":"EVENT_TYPE_EVENT_BATCH"', text));
        decode(
          `{"type":"EVENT_TYPE_SERVICE_AGENT_MESSAGE","payload":${within('"message_id":"m","text":"t"', text)}}`,
        );
        const answer = JSON.parse(text);
        parse(sessionGrant, answer);
        parse(sessionStatus, answer);
        parse(problemCode, answer);
      }
    });
  });

  it('S-35: keys of shared prototypes are not read as fields of an event', () => {
    const inherited = '"__proto__":{"message_id":"m","text":"t","type":"EVENT_TYPE_SERVICE_AGENT_LEFT"}';
    const frames = [`{${inherited}}`, `{"type":"EVENT_TYPE_USER_MESSAGE","payload":{${inherited}}}`];
    expect(frames.map((frame) => decode(frame).events.map(({ kind }) => kind))).toEqual([[], ['unknown']]);
  });

  it('S-35: keys of shared prototypes pollute nothing in a configuration, and name no string', () => {
    const strings = stringsFor('en', english);
    expectClean(() => {
      for (const text of samples(1_000)) {
        const own = JSON.parse(text);
        readWidgetConfig(JSON.parse(within('"header":{"text":"t"},"default_locale":"en"', text)));
        for (const tag of ['__proto__', 'constructor', 'toString-x']) {
          expect(stringsFor(tag, english).send).toBe(strings.send);
          expect(textForLocale({}, tag, 'prototype')).toBeUndefined();
          expect(interpolate(`{${tag}}`, {})).toBe(tag === 'toString-x' ? '{toString-x}' : '');
        }
        stringsFor('de', english, {}, own);
      }
    });
  });

  it('S-35: keys of shared prototypes pollute nothing in bridge messages', () => {
    expectClean(() => {
      for (const text of samples(1_000)) {
        const envelope = '"source":"foyer","version":1';
        for (const type of ['setTheme', 'send', 'event', 'resize', '__proto__', 'constructor', 'toString']) {
          const data = JSON.parse(within(`${envelope},"type":"${type}"`, text));
          readCommand(data);
          readReport(data);
        }
      }
    });
    expect(
      ['__proto__', 'constructor', 'toString'].map((type) =>
        readCommand({ source: 'foyer', version: 1, type, text: 't', tokens: {} }),
      ),
    ).toEqual([undefined, undefined, undefined]);
  });

  it('S-35: keys of shared prototypes are neither options nor methods', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const texts = names.map((name) => [name, '{"polluted":1}'] as const);
    expectClean(() => {
      expect(readOptions(texts)).toEqual({ options: {}, issues: texts });
      const api = Object.create({ open: () => {} });
      const warned = vi.spyOn(console, 'warn').mockReturnValue();
      runCommands(api, [['__proto__', { polluted: 1 }], ['polluted']]);
      expect(warned.mock.calls).toEqual([
        ['foyer:', 'unknown call __proto__'],
        ['foyer:', 'unknown call polluted'],
      ]);
    });
  });
});
