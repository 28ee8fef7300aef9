import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/relay/node/log.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('log', () => {
  function linesOf(level: 'trace' | 'warn' | 'silent', write: (log: ReturnType<typeof createLog>) => void) {
    const lines: string[] = [];
    const sink = { write: (line: string) => void lines.push(line) };
    write(createLog({ level, sink, clock: createFakeClock(0), secrets: ['con"nector'] }));
    return lines;
  }

  it('S-66: writes one line of JSON for each record, whatever its text', () => {
    expect(linesOf('trace', (log) => log.info({ value: 'a\r\nb\u001b[31m' }, 'two\nlines'))).toEqual([
      '{"level":"info","time":"1970-01-01T00:00:00.000Z","value":"a\\r\\nb\\u001b[31m","msg":"two\\nlines"}\n',
    ]);
  });

  it('replaces secrets that are added later', () => {
    const lines: string[] = [];
    const secrets = ['of-today'];
    const sink = { write: (line: string) => void lines.push(line) };
    const log = createLog({ level: 'info', sink, clock: createFakeClock(0), secrets });
    log.info('of-today, of-tomorrow');
    secrets.push('of-tomorrow');
    log.info('of-today, of-tomorrow');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      '[secret], of-tomorrow',
      '[secret], [secret]',
    ]);
  });

  it.each([
    ['con"nector', '[secret]'],
    [`Bearer ${JWT}!`, 'Bearer [secret]!'],
    [`two lines\n${JWT}`, 'two lines\n[secret]'],
    ['eyJ is the begin of a token, eyJa.b is none', 'eyJ is the begin of a token, eyJa.b is none'],
    [
      `wss://host/ws?session_id=abc&access_token=${JWT}&cursor=3`,
      'wss://host/ws?session_id=[secret]&access_token=[secret]&cursor=3',
    ],
  ])('replaces secrets in %s', (text, scrubbed) => {
    const lines = linesOf('trace', (log) => log.error({ deep: [{ text }] }, text));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'error', time: '1970-01-01T00:00:00.000Z', deep: [{ text: scrubbed }], msg: scrubbed },
    ]);
  });

  it('writes nothing below its level', () => {
    const all = (log: ReturnType<typeof createLog>) => {
      log.info('a');
      log.warn('b');
    };
    expect([linesOf('warn', all).length, linesOf('silent', all).length]).toEqual([1, 0]);
  });
});
