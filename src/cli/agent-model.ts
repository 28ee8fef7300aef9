import { parseUrl } from '../base/url.ts';
import type { AgentModel } from '../emulator/index.ts';
import type { Terminal } from './terminal.ts';

const URL_KEY = 'FOYER_AGENT_MODEL_URL';
const KEY_FILE = 'FOYER_AGENT_MODEL_KEY_FILE';

/**
 * Reads the model configuration for the agent of the embedded platform; undefined when no model is configured. An empty value counts
 * as not set. Throws when the URL is invalid or the key file cannot be read.
 */
export function agentModelOf({ env, files }: Pick<Terminal, 'env' | 'files'>): AgentModel | undefined {
  const url = env[URL_KEY];
  if (!url) return undefined;
  const { protocol, username, search } = parseUrl(url) ?? ({} as Partial<URL>);
  if ((protocol !== 'https:' && protocol !== 'http:') || username || search)
    throw new Error(`${URL_KEY} must be an https or http URL, without credentials or a query`);
  const file = env[KEY_FILE];
  const key = env['FOYER_AGENT_MODEL_KEY'] || (file && files.read(file)?.trim());
  if (file && !key) throw new Error(`${KEY_FILE} must name a file with the key`);
  const model = env['FOYER_AGENT_MODEL'];
  return { url, ...(key && { key }), ...(model && { model }) };
}
