import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export const PACKAGES = ['foyer-chat', 'foyer-relay'] as const;
export type PackageName = (typeof PACKAGES)[number];

/** The folder from which a package is packed. */
export const builtPackage = (name: PackageName): string => join(root, 'dist', name);

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const isWindows = process.platform === 'win32';

/** The environment of a program: without this run's own FOYER_ variables, which a relay would refuse. */
const environment = (more: Env = {}) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FOYER_'))),
  NODE_OPTIONS: '',
  ...more,
});

/** Runs a program to its end. Throws when it cannot be started. */
export function run(command: string, args: readonly string[], cwd: string, env: Env = {}): Ended {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: isWindows,
    env: environment(env),
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

type Env = Readonly<Record<string, string>>;

/** Runs a program that must succeed, and returns what it prints. */
function succeed(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run(command, args, cwd);
  if (status !== 0) throw new Error(`unable to run ${command} ${args.join(' ')}; ${stdout}${stderr}`);
  return stdout;
}

/** An empty folder in which packages are installed, as their users do it. */
export interface Project {
  readonly folder: string;
  /** Writes a file, and returns its path. */
  write(path: string, text: string): string;
  /** `npm install`, with names of ours replaced by their tarballs. */
  install(packages: readonly string[], ...flags: readonly string[]): void;
  run(command: string, args: readonly string[], env?: Env): Ended;
  /** Starts a program, waits until its output matches, and stops it by SIGTERM. */
  start(
    command: string,
    args: readonly string[],
    line: RegExp,
    env?: Env,
    whileRunning?: (match: RegExpExecArray) => Promise<void>,
  ): Promise<Ended>;
}

/** The packed packages, and projects that install them. */
export interface Workplace {
  readonly tarballs: Readonly<Record<PackageName, string>>;
  project(name: string): Project;
  dispose(): void;
}

function until(child: ChildProcess, line: RegExp): Promise<RegExpExecArray> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (text: string) => {
      printed += text;
      const match = line.exec(printed);
      if (match) resolve(match);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.on('error', reject);
    child.on('close', (status) => reject(new Error(`ended with ${status} before ${line}; ${printed}`)));
  });
}

export function createWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-packages-'));
  const pack = (name: PackageName) => {
    const [{ filename }] = JSON.parse(
      succeed('npm', ['pack', '--json', '--pack-destination', folder], builtPackage(name)),
    );
    return join(folder, filename);
  };
  const tarballs = { 'foyer-chat': pack('foyer-chat'), 'foyer-relay': pack('foyer-relay') };
  return {
    tarballs,
    project(name) {
      const own = join(folder, name);
      const write = (path: string, text: string) => {
        const file = join(own, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return file;
      };
      write('package.json', '{ "private": true }');
      return {
        folder: own,
        write,
        install(packages, ...flags) {
          const specs = packages.map((name) => tarballs[name as PackageName] ?? name);
          succeed('npm', ['install', '--no-audit', '--no-fund', ...flags, ...specs], own);
        },
        run: (command, args, more) => run(command, args, own, more),
        async start(command, args, line, more, whileRunning) {
          const child = spawn(command, args, { cwd: own, env: environment(more), shell: isWindows });
          let stdout = '';
          let stderr = '';
          child.stdout.on('data', (event) => {
            stdout += event;
          });
          child.stderr.on('data', (event) => {
            stderr += event;
          });
          const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
          try {
            const match = await until(child, line);
            await whileRunning?.(match);
          } finally {
            child.kill('SIGTERM');
          }
          return { status: await closed, stdout, stderr };
        },
      };
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
