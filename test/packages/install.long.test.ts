import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPage } from './page-files.ts';
import { createWorkplace, type Project, type Workplace } from './project.ts';

/** Installs the packages from their tarballs, as users do. Asks an npm registry for the dependencies. */

let workplace: Workplace;
beforeAll(() => {
  workplace = createWorkplace();
});
afterAll(() => workplace.dispose());

const installed = (name: string, packages: readonly string[], ...flags: readonly string[]): Project => {
  const project = workplace.project(name);
  project.install(packages, ...flags);
  return project;
};

const COMMANDS = ['start', 'demo', 'emulator', 'doctor', 'behavior', 'replay'];
const SETTINGS = {
  FOYER_PORT: '0',
  FOYER_MESSAGING_URL: 'http://127.0.0.1:9',
  FOYER_CONNECTOR_TOKEN: 'connector-token-of-a-test',
  FOYER_HOST_IDENTIFIER: 'localhost',
  FOYER_DRAIN_S: '0',
  FOYER_ALLOWED_ORIGINS: 'http://127.0.0.1:5',
};
const WITHOUT_SQLITE =
  'the embedded platform needs the optional package libsql with its binary for this system: npm install libsql';

const program = (project: Project) => join(project.folder, 'node_modules/foyer-relay/dist/node/cli.js');
const foyerRelay = (project: Project, args: readonly string[], env?: Readonly<Record<string, string>>) =>
  project.run(process.execPath, [program(project), ...args], env);

/** `start` answers, `doctor`, `behavior` and `replay` do what they say, and every command has its help. */
async function commandsWork(project: Project): Promise<void> {
  for (const command of COMMANDS) {
    const { status, stdout } = foyerRelay(project, [command, '--help']);
    expect([command, status]).toEqual([command, 0]);
    expect(stdout).toMatch(new RegExp(`^Usage: foyer-relay ${command}`));
  }
  const { version } = JSON.parse(
    readFileSync(join(project.folder, 'node_modules/foyer-relay/package.json'), 'utf8'),
  );
  expect(foyerRelay(project, ['--version']).stdout).toBe(`${version}\n`);

  const started = await project.start(
    process.execPath,
    [program(project), 'start'],
    /"url":"([^"]+)"/,
    SETTINGS,
    async ([, url]) => {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(await (await fetch(`${url}/widget.js`)).text()).toContain('assets/panel-');
    },
  );
  expect(started).toMatchObject({ status: 0, stderr: '' });
  expect(foyerRelay(project, ['doctor'], SETTINGS)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('the host of FOYER_MESSAGING_URL refuses the connection'),
  });
  const text = project.write('behavior.txt', 'Be kind.\n');
  expect(foyerRelay(project, ['behavior', 'lint', text])).toMatchObject({ status: 0, stdout: '' });
  const log = project.write('log.jsonl', '');
  expect(foyerRelay(project, ['replay', log]).stderr).not.toMatch(/^\s+at /m);
}

async function embeddedPlatformWorks(project: Project): Promise<void> {
  const emulator = [program(project), 'emulator'];
  expect(await project.start(process.execPath, emulator, /FOYER_DIALECT=service/)).toMatchObject({
    status: 0,
    stderr: '',
  });
  const demo = [program(project), 'demo', '--port', '0'];
  const seen = await project.start(
    process.execPath,
    demo,
    /Examples {2}(\S+)[\s\S]*Ctrl/,
    {},
    async ([, url]) => {
      const loaded = new Set<string>();
      for (const page of ['', 'plain/', 'help-centre/', 'preact-app/', 'react-app/', '../shop/']) {
        const files = await loadPage(new URL(page, url).href);
        expect([page, [...files].filter(([, status]) => status !== 200)]).toEqual([page, []]);
        for (const file of files.keys()) loaded.add(file.replace(/-[\w-]{8}\.js$/, '.js'));
      }
      // The built apps, the module of the help centre, and the chat itself.
      for (const name of [
        'preact-app/assets/index.js',
        'react-app/assets/index.js',
        '/foyer-chat/frame.js',
        '/widget.js',
        '/frame?render-mode=fullscreen&locale=en',
        '/shop/try.js',
      ])
        expect([name, [...loaded].some((item) => item.endsWith(name))]).toEqual([name, true]);
    },
  );
  expect(seen).toMatchObject({ status: 0, stderr: '' });
}

const bytes = (file: string) => statSync(file).size;

describe('foyer-chat', () => {
  it('the package is less than 400 kB, and brings no other package', () => {
    const project = installed('chat-alone', ['foyer-chat']);
    expect(bytes(workplace.tarballs['foyer-chat'])).toBeLessThan(400_000);
    expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(
      ['foyer-chat'],
    );
  });
});

describe('foyer-chat/testing', () => {
  it('the test platform answers the installed client without a server', () => {
    const project = installed('chat-testing', ['foyer-chat']);
    const file = project.write(
      'talk.mjs',
      `import { createChat } from 'foyer-chat/client';
      import { createTestPlatform } from 'foyer-chat/testing';
      const platform = createTestPlatform({ greeting: 'Hello' });
      platform.onMessage((text) => platform.reply('You asked: ' + text));
      const chat = createChat({ relay: platform.relay, ports: platform.ports });
      chat.on('message', ({ author, text }) => {
        console.log(author + ': ' + text);
        if (text.startsWith('You asked')) chat.dispose();
      });
      chat.send('Where is my order?');`,
    );
    expect(project.run(process.execPath, [file])).toEqual({
      status: 0,
      stdout: 'agent: Hello\nuser: Where is my order?\nagent: You asked: Where is my order?\n',
      stderr: '',
    });
  });
});

describe('foyer-relay', () => {
  it.each([
    ['as npm does it by itself', []],
    ['with --install-strategy=linked', ['--install-strategy=linked']],
  ])('runs every command, installed %s', async (title, flags) => {
    const project = installed(title, ['foyer-relay'], ...flags);
    await commandsWork(project);
    await embeddedPlatformWorks(project);
  });

  it('runs every command without optional packages, but for the embedded platform’s', async () => {
    const project = installed('without-optional', ['foyer-relay'], '--omit=optional');
    await commandsWork(project);
    for (const command of ['demo', 'emulator'])
      expect(foyerRelay(project, [command])).toEqual({
        status: 1,
        stdout: '',
        stderr: `unable to run ${command}; ${WITHOUT_SQLITE}\n`,
      });
  });
});

describe('every entry point', () => {
  const ENTRIES = {
    'foyer-chat': ['defineFoyerElement', 'mount'],
    'foyer-chat/client': ['createChat', 'findSensitive', 'maskSensitive'],
    'foyer-chat/frame': ['connectFrame'],
    'foyer-chat/preact': ['FoyerChat', 'useChat', 'useTranscript'],
    'foyer-chat/react': ['FoyerChat', 'useChat', 'useTranscript'],
    'foyer-chat/testing': ['agentMessage', 'createTestPlatform'],
    'foyer-chat/testing/playwright': ['foyerFixture', 'routePlatform'],
    'foyer-relay': [
      'createConfigReader',
      'createRelay',
      'describeIssue',
      'examine',
      'filesIn',
      'parseConfig',
      'startRelay',
    ],
    'foyer-relay/emulator': ['startEmulator'],
    'foyer-relay/portable': ['createRelay', 'describeIssue', 'parseConfig'],
    'foyer-relay/platform': expect.arrayContaining(['createBaseClient', 'conversations']),
  };
  const names = JSON.stringify(Object.keys(ENTRIES));
  const IMPORT = `const found = {};
    for (const name of ${names}) found[name] = Object.keys(await import(name)).sort();
    console.log(JSON.stringify(found));`;
  const REQUIRE = `const found = {};
    for (const name of ${names}) found[name] = Object.keys(require(name)).filter((it) => it !== '__esModule').sort();
    console.log(JSON.stringify(found));`;

  it.each([20, 22, 24])('every entry point can be imported and required in Node %i', async (major) => {
    const architecture = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    // A folder of its own: linux-x64 of several versions would take each other's place.
    const node = installed(`node-${major}`, [`${architecture}@${major}`]);
    const binary = join(node.folder, 'node_modules', architecture, 'bin', 'node');
    const project = installed(`entries-${major}`, ['foyer-chat', 'foyer-relay', 'preact', 'react']);
    expect(project.run(binary, ['--version']).stdout).toMatch(new RegExp(`^v${major}\\.`));
    for (const [file, text] of [
      ['import.mjs', IMPORT],
      ['require.cjs', REQUIRE],
    ] as const) {
      const { status, stdout, stderr } = project.run(binary, [project.write(file, text)]);
      expect([file, status, stderr.replace(/^\(node:.*\n.*--trace-warnings.*\n/m, '')]).toEqual([
        file,
        0,
        '',
      ]);
      expect(JSON.parse(stdout)).toEqual(ENTRIES);
    }
    const cli = [program(project), '--version'];
    expect(project.run(binary, cli)).toMatchObject({ status: 0, stderr: '' });
    const emulator = [program(project), 'emulator'];
    expect(await project.start(binary, emulator, /FOYER_DIALECT=service/)).toMatchObject({ status: 0 });
  });
});

describe('the types', () => {
  const ALONE = `
    import { defineFoyerElement, type FoyerApi, mount } from 'foyer-chat';
    import { createChat } from 'foyer-chat/client';
    import { connectFrame } from 'foyer-chat/frame';
    import { createTestPlatform } from 'foyer-chat/testing';
    import { foyerFixture } from 'foyer-chat/testing/playwright';
    const platform = createTestPlatform({ greeting: 'Hello' });
    createChat({ relay: platform.relay, ports: platform.ports }).send('Where is my order?');
    export const uninstall: () => void = platform.install(window);
    export const fixture = foyerFixture({ relay: 'https://chat.example' });
    const api: FoyerApi = mount({ relay: 'https://chat.example' });
    api.on('message', ({ author, text }) => console.log(author.length, text.length));
    // @ts-expect-error There is no such position.
    mount({ relay: 'https://chat.example', position: 'top' });
    document.addEventListener('foyer:message', ({ detail }) => detail.text.trim());
    window.addEventListener('foyer:unread', ({ detail }) => detail.count.toFixed());
    document.body.addEventListener('foyer:ready', ({ detail }) => detail.version.trim());
    window.Foyer?.open();
    window.Foyer = [['open']];
    export const status: string = createChat({ relay: 'https://chat.example' }).connection.value;
    export { connectFrame, defineFoyerElement };`;
  const ELEMENT = `
    import type { FoyerElement } from 'foyer-chat';
    const open = (element: FoyerElement | null) => element?.foyer?.open();
    export const chat = <foyer-chat relay="https://chat.example" auto-open="true" z-index={7} id="chat" ref={open} key="1" />;
    // @ts-expect-error There is no such position.
    export const wrong = <foyer-chat relay="https://chat.example" position="top" />;`;
  const ofLibrary = (name: string) => `/** @jsxImportSource ${name} */
    import { FoyerChat } from 'foyer-chat/${name}';
    export const component = <FoyerChat relay="https://chat.example" onMessage={({ text }) => text.trim()} />;${ELEMENT}`;
  const RELAY = `
    import { createRelay, parseConfig } from 'foyer-relay';
    import { conversations, createBaseClient } from 'foyer-relay/platform';
    import { type ApiKey, type Emulator, type ProjectSettings, startEmulator } from 'foyer-relay/emulator';
    const config = parseConfig({}, { read: () => undefined });
    if (!config.ok) throw new Error(config.error.map(({ key }) => key).join());
    export const answer: Promise<Response> = createRelay(config.value).fetch(new Request('https://a.example'));
    const keys: readonly ApiKey[] = [{ key: 'k', family: 'base', permissions: ['pii'] }];
    const project: ProjectSettings = { showTranscripts: false };
    export const platform: Promise<Emulator> = startEmulator({ keys, project });
    platform.then((it) => it.putHandoffState({ id: 'c-1', data: {} }));
    export { conversations, createBaseClient };`;
  const COMMON_JS = `
    export const relay = async () => (await import('foyer-relay')).createRelay;`;

  const PAGE = { lib: 'es2022,dom,dom.iterable', oldest: '5.4' };
  const WITH_LIBRARIES = { 'react.tsx': ofLibrary('react'), 'preact.tsx': ofLibrary('preact') };
  const CASES = [
    { name: 'chat', packages: ['foyer-chat'], files: { 'main.ts': ALONE }, ...PAGE },
    {
      name: 'components',
      packages: ['foyer-chat', 'preact', '@types/react'],
      files: WITH_LIBRARIES,
      ...PAGE,
    },
    {
      name: 'older components',
      packages: ['foyer-chat', 'preact@10', '@types/react@18'],
      files: WITH_LIBRARIES,
      ...PAGE,
    },
    {
      name: 'relay',
      packages: ['foyer-relay', '@types/node@20'],
      files: { 'main.ts': RELAY, 'common.cts': COMMON_JS },
      lib: 'es2022',
      // hono's types have `Uint8Array<ArrayBuffer>`.
      oldest: '5.7',
    },
  ].flatMap(({ oldest, ...each }) => [oldest, 'latest'].map((version) => ({ ...each, version })));

  it.each(CASES)(
    'the types compile under TypeScript $version, strict and not, with the types of the packages: $name',
    ({ name, packages, files, lib, version }) => {
      const project = installed(`types-${name}-${version}`, [...packages, `typescript@${version}`]);
      project.write('package.json', '{ "private": true, "type": "module" }');
      const paths = Object.entries(files).map(([path, text]) => project.write(path, text));
      const printed = [
        ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--strict', 'true'],
        ['--module', 'esnext', '--moduleResolution', 'bundler', '--strict', 'true'],
        ['--module', 'esnext', '--moduleResolution', 'bundler', '--strict', 'false'],
      ].map((options) => {
        const { stdout } = project.run(process.execPath, [
          join(project.folder, 'node_modules/typescript/bin/tsc'),
          ...['--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--jsx', 'react-jsx'],
          ...['--lib', lib, ...options, ...paths],
        ]);
        return stdout;
      });
      expect(printed).toEqual(['', '', '']);
    },
  );

  it('the types can be imported in CommonJS as the documents say', () => {
    const project = installed('types-common-js', ['foyer-relay', '@types/node@20', 'typescript@latest']);
    const file = project.write('main.cts', `import { createRelay } from 'foyer-relay'; createRelay.call;`);
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
    const tsc = join(project.folder, 'node_modules/typescript/bin/tsc');
    expect(project.run(process.execPath, [tsc, ...options, file]).stdout).toBe('');
  });
});

it('the entry points come from the installed packages', () => {
  const project = installed('origin', ['foyer-chat']);
  const file = project.write('origin.mjs', `console.log(import.meta.resolve('foyer-chat'));`);
  expect(project.run(process.execPath, [file]).stdout.trim()).toBe(
    pathToFileURL(join(project.folder, 'node_modules/foyer-chat/dist/index.js')).href,
  );
});
