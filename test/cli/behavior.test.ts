import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';

const FILES: Record<string, string> = {
  'good.txt': 'Be kind.\n<channel:voice>\nSpeak slowly.\n</channel>\n',
  'bad.txt': 'Be kind.\n<channel:fax>Beep.</channel>\n</language>\n',
};

async function foyer(...args: readonly string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const status = await run(['behavior', ...args], {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    env: {},
    files: { read: (path) => FILES[path] },
    untilStopped: async () => {},
  });
  return { status, printed, errors };
}

describe('foyer-relay behavior', () => {
  it('lint prints nothing for a valid file', async () => {
    expect(await foyer('lint', 'good.txt')).toEqual({ status: 0, printed: [], errors: [] });
  });

  it('lint prints every issue of every file, and names a missing file', async () => {
    expect(await foyer('lint', 'good.txt', 'bad.txt', 'none.txt')).toEqual({
      status: 1,
      printed: [],
      errors: [
        'bad.txt:2:1: "fax" is not a channel; expected voice, webchat, sms (unknown_channel)',
        'bad.txt:3:1: </language> closes nothing (close_without_open)',
        'unable to read none.txt; there is no file that can be read',
      ],
    });
  });

  it('preview prints the text that applies to a channel and a language', async () => {
    expect(await foyer('preview', 'good.txt', '--channel', 'voice', '--language', 'en-GB')).toEqual({
      status: 0,
      printed: ['Be kind.\nSpeak slowly.'],
      errors: [],
    });
    expect(await foyer('preview', 'good.txt', '--channel', 'sms', '--language', 'en')).toEqual({
      status: 0,
      printed: ['Be kind.'],
      errors: [],
    });
  });

  it('preview prints no text when the file has issues', async () => {
    const { status, printed } = await foyer('preview', 'bad.txt', '--channel', 'sms', '--language', 'en');
    expect({ status, printed }).toEqual({ status: 1, printed: [] });
  });

  it.each([
    [['lint'], 'behavior expects lint with files, or preview or test with one file'],
    [['prune', 'good.txt'], 'behavior expects lint with files, or preview or test with one file'],
    [['lint', 'good.txt', '--channel', 'sms'], 'behavior lint expects files and nothing else'],
    [
      ['preview', 'good.txt', 'bad.txt'],
      'behavior expects lint with files, or preview or test with one file',
    ],
    [['preview', 'good.txt', '--language', 'en'], '--channel expects voice, webchat, sms'],
    [
      ['preview', 'good.txt', '--channel', 'fax', '--language', 'en'],
      '--channel expects voice, webchat, sms',
    ],
    [['preview', 'good.txt', '--channel', 'sms'], '--language expects a tag such as en or en-GB'],
    [
      ['preview', 'good.txt', '--channel', 'sms', '--language', 'English!'],
      '--language expects a tag such as en or en-GB',
    ],
  ])('refuses %j', async (args, why) => {
    expect(await foyer(...args)).toEqual({
      status: 2,
      printed: [],
      errors: [`foyer-relay: ${why}; see foyer-relay --help`],
    });
  });
});
