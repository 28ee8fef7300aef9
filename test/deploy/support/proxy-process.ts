import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { findProxy, type ProxyName } from '../../proxies.ts';
import { type AwaitableList, createAwaitableList } from '../../support/awaitable-list.ts';

/** The names that the files of `deploy/` take from the environment. */
export interface Deployment {
  readonly CHAT_LISTEN: string;
  readonly CHAT_HOST: string;
  readonly CHAT_CERTIFICATE: string;
  readonly CHAT_KEY: string;
  readonly CHAT_OPERATORS: string;
  readonly RELAY_1: string;
  readonly RELAY_2: string;
}

export interface RunningProxy {
  readonly pid: number;
  /** Reads the configuration again; resolves when new connections meet it. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

const DEPLOY = resolve(import.meta.dirname, '../../../deploy');

function start(name: ProxyName, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const program = findProxy(name);
  if (program === undefined) throw new Error(`unable to find ${name}; run: npm test -- --install`);
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createAwaitableList<string>();
  createInterface({ input: child.stderr }).on('line', lines.add);
  return { child, lines };
}

/** Resolves once somebody listens; rejects with its last lines when the proxy has ended. */
async function listening(
  listen: string,
  { child, lines }: { child: ChildProcess; lines: AwaitableList<string> },
) {
  const [host, port] = listen.split(':');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended:\n${lines.all.slice(-10).join('\n')}`);
    const socket = connect(Number(port), host);
    const isOpen = await new Promise((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false));
    });
    socket.destroy();
    if (isOpen) return;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Resolves with the first line from `from` on that contains `text`. */
async function lineWith(lines: AwaitableList<string>, text: string, from: number): Promise<void> {
  for (let count = from + 1; !(await lines.waitForNth(count)).includes(text); count++);
}

/** nginx with a file for its folder `conf.d`. `deployed` can replace parts of it. */
export async function startNginx(
  folder: string,
  deployment: Deployment,
  deployed = (text: string) => text,
): Promise<RunningProxy> {
  const template = readFileSync(join(DEPLOY, 'nginx.conf.template'), 'utf8');
  const text = template
    .replace(/\$\{(\w+)\}/g, (_, name) => deployment[name as keyof Deployment])
    .replaceAll('/var/log/nginx', folder);
  writeFileSync(join(folder, 'chat.conf'), deployed(text));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const main = `pid ${folder}/nginx.pid; worker_processes 1; daemon off; error_log stderr notice;
    events {} http { ${temporary.join(' ')} include ${folder}/chat.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const running = start('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  await listening(deployment.CHAT_LISTEN, running);
  return {
    pid: running.child.pid ?? 0,
    async reload() {
      const before = running.lines.all.length;
      running.child.kill('SIGHUP');
      await lineWith(running.lines, 'gracefully shutting down', before);
    },
    close: () => end(running.child),
  };
}

/** HAProxy in its mode with a master, as Debian's unit starts it. */
export async function startHaproxy(_: string, deployment: Deployment): Promise<RunningProxy> {
  const running = start('haproxy', ['-W', '-f', join(DEPLOY, 'haproxy.cfg')], { ...deployment });
  await listening(deployment.CHAT_LISTEN, running);
  return {
    pid: running.child.pid ?? 0,
    async reload() {
      const before = running.lines.all.length;
      running.child.kill('SIGUSR2');
      await lineWith(running.lines, 'Loading success', before);
    },
    close: () => end(running.child),
  };
}

/** HAProxy with a configuration of its own, as an operator of another network would run it. */
export async function startHaproxyWith(folder: string, config: string, listen: string) {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const running = start('haproxy', ['-f', file]);
  await listening(listen, running);
  return { close: () => end(running.child) };
}

/** Caddy, whose `reload` is a request to its own API. */
export async function startCaddy(folder: string, deployment: Deployment): Promise<RunningProxy> {
  const config = ['--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'];
  const env = {
    ...deployment,
    CHAT_PORT: deployment.CHAT_LISTEN.split(':')[1] ?? '',
    CADDY_ADMIN: `unix/${folder}/caddy.sock`,
    HOME: folder,
  };
  const running = start('caddy', ['run', ...config], env);
  await listening(deployment.CHAT_LISTEN, running);
  return {
    pid: running.child.pid ?? 0,
    async reload() {
      const { child } = start('caddy', ['reload', '--force', ...config], env);
      const [status] = await once(child, 'exit');
      if (status !== 0) throw new Error('unable to reload Caddy');
    },
    close: () => end(running.child),
  };
}
