import type { AgentModel } from '../emulator/index.ts';
import type { Terminal } from './terminal.ts';

const URL_KEY = 'FOYER_AGENT_MODEL_URL';
const KEY_FILE = 'FOYER_AGENT_MODEL_KEY_FILE';

/**
 * The model that the embedded platform's agent is to answer with; undefined when none is named. Throws when its address is none, or the
 * file of its key cannot be read. An empty value counts as not set.
 */
export function agentModelOf({ env, files }: Pick<Terminal, 'env' | 'files'>): AgentModel | undefined {
  const url = env[URL_KEY];
  if (!url) return undefined;
  const { protocol, username, search } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  if ((protocol !== 'https:' && protocol !== 'http:') || username || search)
    throw new Error(`${URL_KEY} must be an https or http URL, without credentials or a query`);
  const file = env[KEY_FILE];
  const key = env['FOYER_AGENT_MODEL_KEY'] || (file && files.read(file)?.trim());
  if (file && !key) throw new Error(`${KEY_FILE} must name a file with the key`);
  const model = env['FOYER_AGENT_MODEL'];
  return { url, ...(key && { key }), ...(model && { model }) };
}
