import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/run.ts';
import { filesIn } from '../../../src/relay/index.ts';
import { ADMIN_ENV, as, hashOf } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';

const open = useBench();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-audit-'));
  folders.push(folder);
  return join(folder, 'audit.jsonl');
}

const openWith = (file: string) => open({ env: { ...ADMIN_ENV, FOYER_AUDIT_FILE: file } });
const lint = (bench: Bench) =>
  bench.call('/admin/v1/behavior/lint', as('read', { method: 'POST', body: { behavior: 'Be kind.' } }));
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

async function verify(...names: string[]) {
  const printed: string[] = [];
  const status = await run(['doctor', '--audit', ...names], {
    print: (line) => printed.push(line),
    printError: (line) => printed.push(line),
    env: {},
    files: filesIn('/'),
    untilStopped: async () => {},
  });
  return {
    status,
    printed: printed.map((line) => names.reduce((text, it) => text.replace(it, 'FILE'), line)),
  };
}

describe('S-126: the file of the audit', () => {
  it('each record has the hash of the record before, and its own hash is in the log', async () => {
    const file = newFile();
    const bench = await openWith(file);
    const answers = [await lint(bench), await lint(bench)];
    const lines = linesOf(file);
    const hashes = lines.map(hashOf);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      answers.map((answer, index) => ({
        stream: 'audit',
        door: 'key',
        time: new Date(bench.clock.now()).toISOString(),
        operation: 'lintBehavior',
        kind: 'read',
        client: '127.0.0.1',
        who: 'read',
        target: {},
        outcome: 200,
        request_id: answer.headers.get('x-request-id'),
        previous: index === 0 ? '0'.repeat(64) : hashes[0],
      })),
    );
    const logged = bench.records().flatMap(({ trail }) => (trail === undefined ? [] : [trail]));
    expect(logged).toEqual(hashes);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await verify(file)).toEqual({
      status: 0,
      printed: [
        '2 records, none changed or removed',
        `The last has the hash ${hashes[1]}, which is "trail" of its record in the log of the relay.`,
      ],
    });
  });

  it('the next process continues the file, even after it was renamed', async () => {
    const file = newFile();
    await lint(await openWith(file));
    const bench = await openWith(file);
    await lint(bench);
    renameSync(file, `${file}.1`);
    await lint(bench);
    expect([linesOf(`${file}.1`).length, linesOf(file).length]).toEqual([2, 1]);
    expect((await verify(`${file}.1`, file)).printed[0]).toBe('3 records, none changed or removed');
    expect((await verify(file)).printed.slice(0, 2)).toEqual([
      '1 records, none changed or removed since the first of them',
      'The first one continues an earlier file: give that one before it, or its head was cut off.',
    ]);
  });

  it('the log shows if records are missing at the end of the file', async () => {
    const file = newFile();
    const bench = await openWith(file);
    for (let nth = 0; nth < 3; nth++) await lint(bench);
    const trail = hashOf(linesOf(file).at(-1) ?? '');
    expect((await verify('--trail', trail, file)).status).toBe(0);
    writeFileSync(file, `${linesOf(file).slice(0, 2).join('\n')}\n`);
    expect((await verify(file)).status).toBe(0);
    expect((await verify('--trail', trail.toUpperCase(), file)).printed).toEqual([
      expect.stringMatching(/^the last record is not the one .*: records at the end were removed or added$/),
    ]);
  });

  it('shows what was changed, removed and added', async () => {
    const file = newFile();
    const bench = await openWith(file);
    for (let nth = 0; nth < 4; nth++) await lint(bench);
    const lines = linesOf(file);
    const [one = '', two = '', three = '', four = ''] = lines;
    const faultsOf = async (...changed: string[]) => {
      writeFileSync(file, `${changed.join('\n')}\n`);
      return verify(file);
    };
    const fault = (line: number, message = 'the record before this one was changed or removed') => ({
      status: 1,
      printed: [`FILE:${line}: ${message}`],
    });
    expect(await faultsOf(one, two.replace('"read"', '"nobody"'), three, four)).toEqual(fault(3));
    expect(await faultsOf(one, three, four)).toEqual(fault(2));
    expect((await faultsOf(one, two, two, three, four)).status).toBe(1);
    expect(await faultsOf(one, two, three, `${four.slice(0, 40)}`)).toEqual(
      fault(4, 'is no record of the audit'),
    );
  });

  it('the audit goes on after a line that was cut', async () => {
    const file = newFile();
    const bench = await openWith(file);
    await lint(bench);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"stream":"aud`);
    await lint(await openWith(file));
    expect(await verify(file)).toEqual({ status: 1, printed: ['FILE:2: is no record of the audit'] });
  });

  it('a file that cannot be written prevents the start', async () => {
    await expect(openWith('/nowhere/audit.jsonl')).rejects.toThrow(
      'FOYER_AUDIT_FILE cannot be written; ENOENT',
    );
  });

  it('a file that fails later is an error in the log, and the calls go on', async () => {
    const file = newFile();
    const bench = await openWith(file);
    rmSync(join(file, '..'), { recursive: true });
    folders.length = 0;
    expect((await lint(bench)).status).toBe(200);
    expect(bench.records().filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        reason: 'ENOENT',
        msg: 'the audit record cannot be written to FOYER_AUDIT_FILE',
      }),
    ]);
  });
});
