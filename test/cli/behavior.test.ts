import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';

const FILES: Record<string, string> = {
  'good.txt': 'Be kind.\n<channel:voice>\nSpeak slowly.\n</channel>\n',
  'bad.txt': 'Be kind.\n<channel:fax>Beep.</channel>\n</language>\n',
};

async function foyer(...args: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await run(['behavior', ...args], {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    env: {},
    files: { read: (path) => FILES[path] },
    untilStopped: async () => {},
  });
  return { status, printed, complaints };
}

describe('foyer-chat behavior', () => {
  it('lints in silence what is without fault', async () => {
    expect(await foyer('lint', 'good.txt')).toEqual({ status: 0, printed: [], complaints: [] });
  });

  it('names every fault of every file as compilers do, and a file that is not there', async () => {
    expect(await foyer('lint', 'good.txt', 'bad.txt', 'none.txt')).toEqual({
      status: 1,
      printed: [],
      complaints: [
        'bad.txt:2:1: "fax" is no channel; expected voice, webchat, sms (unknown_channel)',
        'bad.txt:3:1: </language> closes nothing (close_without_open)',
        'unable to read none.txt; there is no such file',
      ],
    });
  });

  it('previews what holds for a channel and a language', async () => {
    expect(await foyer('preview', 'good.txt', '--channel', 'voice', '--language', 'en-GB')).toEqual({
      status: 0,
      printed: ['Be kind.\nSpeak slowly.'],
      complaints: [],
    });
    expect(await foyer('preview', 'good.txt', '--channel', 'sms', '--language', 'en')).toEqual({
      status: 0,
      printed: ['Be kind.'],
      complaints: [],
    });
  });

  it('previews nothing of a text that is at fault', async () => {
    const { status, printed } = await foyer('preview', 'bad.txt', '--channel', 'sms', '--language', 'en');
    expect({ status, printed }).toEqual({ status: 1, printed: [] });
  });

  it.each([
    [['lint'], 'behavior expects lint with files, or preview with one file'],
    [['prune', 'good.txt'], 'behavior expects lint with files, or preview with one file'],
    [['lint', 'good.txt', '--channel', 'sms'], 'behavior lint expects files and nothing else'],
    [['preview', 'good.txt', 'bad.txt'], 'behavior expects lint with files, or preview with one file'],
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
  ])('does not understand %j', async (args, why) => {
    expect(await foyer(...args)).toEqual({
      status: 2,
      printed: [],
      complaints: [`foyer-chat: ${why}; see foyer-chat --help`],
    });
  });
});
