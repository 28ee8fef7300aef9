import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const NOBODY = 65_534;
const SETTINGS = {
  FOYER_MESSAGING_URL: 'https://messaging.example.com',
  FOYER_CONNECTOR_TOKEN: 'a-token-for-the-test',
  FOYER_HOST_IDENTIFIER: 'shop.example.com',
  FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
};

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

const instructions = (): Instruction[] =>
  readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

const contextFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

/** The image's description of its process. */
interface Image {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string | undefined;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/** Does the steps of the Dockerfile in `place`, where each stage is a folder. There is no container: `FROM` is this machine's Node. */
function build(place: string): Image {
  const stages = new Map<string, string>();
  const environment: Record<string, string> = {};
  let [stage, folder] = ['', ''];
  let user: string | undefined;
  let entry: readonly string[] = [];
  let args: readonly string[] = [];
  let healthCheck: readonly string[] = [];
  for (const { word, rest } of instructions()) {
    if (word === 'FROM') {
      stage = join(place, `stage-${stages.size}`);
      stages.set(rest.split(' AS ')[1] ?? 'image', stage);
    } else if (word === 'WORKDIR') {
      folder = join(stage, rest);
      mkdirSync(folder, { recursive: true });
    } else if (word === 'RUN') execFileSync('sh', ['-c', rest], { cwd: folder, stdio: 'pipe' });
    else if (word === 'COPY') {
      const [, from = '', names = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
      const paths = names.split(' ');
      const to = paths.pop() ?? '';
      const sources = paths.flatMap((path) => (path === '.' && from === '' ? contextFiles() : [path]));
      for (const source of sources) {
        const target = to.endsWith('/') || to === '.' ? join(folder, to, source) : resolve(folder, to);
        mkdirSync(dirname(target), { recursive: true });
        cpSync(from === '' ? join(root, source) : join(stages.get(from) ?? '', source), target, {
          recursive: true,
        });
      }
    } else if (word === 'ENV') {
      const [name = '', value = ''] = rest.split('=');
      environment[name] = value;
    } else if (word === 'USER') user = rest;
    else if (word === 'HEALTHCHECK') healthCheck = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (word === 'ENTRYPOINT') entry = JSON.parse(rest);
    else if (word === 'CMD') args = JSON.parse(rest);
    else if (word !== 'EXPOSE') throw new Error(`unable to do ${word}; the test does not know it`);
  }
  return { folder, environment, user, command: [...entry, ...args], healthCheck };
}

let place: string;
let image: Image;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'foyer-image-'));
  execFileSync('chmod', ['755', place]);
  image = build(place);
}, 600_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

it('the image has no native module and nothing that only development needs', () => {
  const native = execFileSync('find', [image.folder, '-name', '*.node'], { encoding: 'utf8' });
  const modules = execFileSync('ls', [join(image.folder, 'node_modules')], { encoding: 'utf8' }).split('\n');
  expect([native, modules.includes('hono'), modules.includes('vitest'), modules.includes('libsql')]).toEqual([
    '',
    true,
    false,
    false,
  ]);
});

it('the relay of the image serves as a user without rights and is found healthy', async () => {
  const environment = { PATH: process.env['PATH'], ...image.environment, ...SETTINGS, FOYER_PORT: '0' };
  const [program = '', ...args] = image.command;
  const rights = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const relay = spawn(program, args, { cwd: image.folder, env: environment, ...rights });
  const ended = once(relay, 'exit');
  const port = await new Promise<string>((found, failed) => {
    createInterface(relay.stdout).on('line', (line) => {
      const [, number] = /:(\d+)[/"]/.exec(line) ?? [];
      if (number) found(number);
    });
    let told = '';
    relay.stderr.on('data', (text) => (told += text));
    ended.then(() => failed(new Error(told)));
  });
  const [check = '', ...checked] = image.healthCheck;
  execFileSync(check, checked, { env: { ...environment, FOYER_PORT: port } });
  const script = await fetch(`http://127.0.0.1:${port}/widget.js`);
  relay.kill('SIGKILL');
  await ended;
  expect([image.user, script.status, script.headers.get('content-type')]).toEqual([
    'node',
    200,
    'text/javascript; charset=utf-8',
  ]);
});
