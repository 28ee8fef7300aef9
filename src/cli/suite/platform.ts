import { behavior, type Client, createBaseClient, hostIssue } from '../../platform/index.ts';
import { readCertificates } from '../../relay/config/certificates.ts';
import { defaultOf, KEYS } from '../../relay/config/settings.ts';
import { readSettings } from '../../relay/config/sources.ts';
import { describeIssue } from '../../relay/index.ts';
import { openOutbound } from '../../relay/node/outbound/outbound.ts';
import { agentModelOf, lookUpAgent } from '../agent-model.ts';
import { loadEmbeddedPlatform } from '../embedded-platform.ts';
import type { Terminal } from '../terminal.ts';
import { errorText } from './chats.ts';

const NEEDED = ['FOYER_BASE_URL', 'FOYER_BASE_API_KEY', 'FOYER_PROJECT_ID'] as const;

/** A platform whose agent a suite asks. */
export interface Tested {
  readonly client: Client<'base'>;
  /** Names what answers, in the first line of the report. */
  readonly about: string;
  /** The text that the chats follow; undefined: what the platform has published. */
  readonly behavior: string | undefined;
  close(): Promise<void>;
}

/** The client of the configured platform, with the same settings as the relay's. Throws an error that names what is missing. */
function configuredClient({ env, files }: Terminal) {
  const { values, sites, issues, isBroken } = readSettings(KEYS, env, files);
  const missing = NEEDED.filter((key) => values[key] === undefined);
  const [issue] = issues.filter(({ key }) => isBroken || NEEDED.some((needed) => key.startsWith(needed)));
  if (issue) throw new Error(describeIssue(issue));
  if (missing.length > 0) {
    const where = sites === undefined ? '' : ' in the environment: foyer.config.json has several sites';
    throw new Error(`set ${missing.join(', ')}${where}`);
  }
  const { FOYER_BASE_URL: url = '', FOYER_BASE_API_KEY: key = '', FOYER_PROJECT_ID: agentId } = values;
  const wrong = hostIssue('base', 'FOYER_BASE_URL', url);
  if (wrong) throw new Error(describeIssue(wrong));
  const certificateIssues: Parameters<typeof readCertificates>[2] = [];
  const certificates = readCertificates(values, files, certificateIssues);
  if (certificateIssues[0]) throw new Error(describeIssue(certificateIssues[0]));
  const branchId = values['FOYER_BRANCH_ID'] ?? defaultOf('FOYER_BRANCH_ID') ?? '';
  const { fetch } = openOutbound(certificates);
  return { client: createBaseClient({ url, key, agentId, branchId }, { fetch }), url, branchId };
}

async function textOfBranch(client: Client<'base'>, branchId: string): Promise<string> {
  const read = await client.call(behavior.get, {});
  if (!read.ok) throw new Error(`the branch ${branchId} cannot be read; ${errorText(read.error)}`);
  if (read.value.behavior === '') throw new Error(`the branch ${branchId} has no text`);
  return read.value.behavior;
}

type Agent = NonNullable<ReturnType<typeof agentModelOf>>;

/** Starts the embedded platform with an agent of one's own. */
async function startWithAgent(
  agent: Agent,
  { what, behavior }: { readonly what: string; readonly behavior: string },
  terminal: Terminal,
): Promise<Tested> {
  const { startEmulator } = await loadEmbeddedPlatform(() => import('../../emulator/index.ts'));
  const found = await lookUpAgent(agent);
  if (!found.isThere) throw new Error(`nothing answers at FOYER_AGENT_URL, ${agent.url}`);
  const { baseUrl, baseKey, projectId, close } = await startEmulator({
    agentModel: found.agent,
    log: (line) => void (line.startsWith('agent:') && terminal.printError(line)),
  });
  const client = createBaseClient({ url: baseUrl, key: baseKey, agentId: projectId });
  return {
    client,
    close,
    behavior,
    about: `${what} and the agent at ${found.lines[0]?.replace(/ +/g, ' ')}`,
  };
}

const close = async () => {};

/** Opens what a suite is run against: `live`, `draft`, or a file with behaviour text. Throws an error that says what to set. */
export async function openTested(against: string, terminal: Terminal): Promise<Tested> {
  if (against === 'live') {
    const { client, url } = configuredClient(terminal);
    return { client, close, behavior: undefined, about: `the published agent of ${url}` };
  }
  const text = against === 'draft' ? undefined : (terminal.files.read(against) ?? '');
  if (text?.trim() === '')
    throw new Error(`--against expects live, draft or a file with behaviour text; ${against} has none`);
  const agent = agentModelOf(terminal);
  if (agent && text !== undefined) return startWithAgent(agent, { what: against, behavior: text }, terminal);
  const { client, url, branchId } = configuredClient(terminal);
  const behavior = text ?? (await textOfBranch(client, branchId));
  const what = text === undefined ? `the branch ${branchId}` : against;
  return agent
    ? startWithAgent(agent, { what, behavior }, terminal)
    : { client, close, behavior, about: `${what} and the agent of ${url}` };
}
