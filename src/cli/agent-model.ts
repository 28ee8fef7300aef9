import * as z from 'zod';
import { collectBytes, parseJson, readBytes } from '../base/bounded-body.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { startDeadline } from '../base/deadline.ts';
import { parseUrl } from '../base/url.ts';
import { AGENT_PROTOCOLS } from '../emulator/agent/wires/ask.ts';
import type { AgentModel, AgentProtocol } from '../emulator/index.ts';
import type { Terminal } from './terminal.ts';

/** Names of the settings. The later ones are older. */
const URL_KEYS = ['FOYER_AGENT_URL', 'FOYER_AGENT_MODEL_URL'] as const;
const SECRET_KEYS = ['FOYER_AGENT_KEY', 'FOYER_AGENT_MODEL_KEY'] as const;

function keyOf({ env, files }: Pick<Terminal, 'env' | 'files'>): string | undefined {
  for (const name of SECRET_KEYS) {
    const path = env[`${name}_FILE`];
    const key = env[name] || (path && files.read(path)?.trim());
    if (path && !key) throw new Error(`${name}_FILE must name a file with the key`);
    if (key) return key;
  }
  return undefined;
}

/**
 * Reads the configuration of an agent of one's own; undefined when there is none. `url` is the value of `--agent`. An empty
 * value counts as not set. Throws when a value is invalid or the key file cannot be read.
 */
export function agentModelOf(
  terminal: Pick<Terminal, 'env' | 'files'>,
  given?: string,
): AgentModel | undefined {
  const { env } = terminal;
  const [name, url] = [['--agent', given] as const, ...URL_KEYS.map((key) => [key, env[key]] as const)].find(
    ([, value]) => value,
  ) ?? [''];
  if (!url) return undefined;
  const { protocol: scheme, username, search } = parseUrl(url) ?? ({} as Partial<URL>);
  if ((scheme !== 'https:' && scheme !== 'http:') || username || search)
    throw new Error(`${name} must be an https or http URL, without credentials or a query`);
  const asked = env['FOYER_AGENT_PROTOCOL'];
  const protocol = asked ? AGENT_PROTOCOLS.find((known) => known === asked) : 'chat-completions';
  if (!protocol) throw new Error(`FOYER_AGENT_PROTOCOL must be one of ${AGENT_PROTOCOLS.join(', ')}`);
  const key = keyOf(terminal);
  const model = env['FOYER_AGENT_MODEL'];
  return { url, protocol, ...(key && { key }), ...(model && { model }) };
}

const LOOK_UP_MS = 3_000;
const MAX_LIST_BYTES = 1_048_576;
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

const PLACE_OF_RULES: Readonly<Record<AgentProtocol, string>> = {
  'chat-completions': 'its system prompt',
  responses: 'its instructions',
  'ag-ui': 'an entry of its context',
};

interface Answered {
  readonly models: readonly string[];
  readonly status: number;
}

/** Resolves to undefined when nothing answers. */
async function lookUp({ url, protocol, key }: AgentModel, clock: Clock): Promise<Answered | undefined> {
  const hasModels = protocol !== 'ag-ui';
  const deadline = startDeadline(clock, LOOK_UP_MS, new AbortController().signal);
  try {
    const response = await fetch(hasModels ? `${url.replace(/\/+$/, '')}/models` : url, {
      headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
      redirect: 'manual',
      signal: deadline.signal,
    });
    const { status } = response;
    if (!hasModels || !response.ok) {
      await response.body?.cancel();
      return { models: [], status };
    }
    const bytes = await readBytes(response.body, collectBytes(MAX_LIST_BYTES));
    const list = modelList.safeParse(bytes && parseJson(bytes));
    // A model for embeddings cannot chat.
    return {
      models: list.data?.data.map(({ id }) => id).filter((id) => !/embed/i.test(id)) ?? [],
      status,
    };
  } catch {
    return undefined;
  } finally {
    deadline.clear();
  }
}

/**
 * Asks whether the agent answers. Resolves to the agent, with the first model of its server when none is named, and to the
 * lines that a start prints about it.
 */
export async function lookUpAgent(
  agent: AgentModel,
  clock: Clock = systemClock(),
): Promise<{ readonly agent: AgentModel; readonly isThere: boolean; readonly lines: readonly string[] }> {
  const { url, protocol = 'chat-completions' } = agent;
  const answered = await lookUp(agent, clock);
  const [first, ...others] = answered?.models ?? [];
  const model = agent.model ?? first;
  const about = [
    protocol,
    model !== undefined && `model ${model}`,
    agent.model === undefined &&
      others.length > 0 &&
      `the first of ${others.length + 1}; FOYER_AGENT_MODEL names another`,
    (answered?.status === 401 || answered?.status === 403) && 'it refuses the key: set FOYER_AGENT_KEY',
    answered?.status === 404 && protocol !== 'ag-ui' && 'it lists no models: does its URL end in /v1?',
  ].filter(Boolean);
  return {
    agent: { ...agent, ...(model !== undefined && { model }) },
    isThere: answered !== undefined,
    lines: [
      answered === undefined
        ? `nothing answers at ${url} (${protocol}); until something does, the chat shows an error`
        : `${url}   (${about.join(', ')})`,
      `gets all messages that are no command, and the behaviour text of the branch draft as ${PLACE_OF_RULES[protocol]}`,
    ],
  };
}
