import { defaultOf, expectedOf, KEYS } from '../relay/config/settings.ts';
import type { CommandName } from './command.ts';

const GENERAL = `Usage: foyer-relay <command> [options]

Commands
  start        Starts the relay.
  demo         Starts the embedded platform, a relay and an example shop. Needs no configuration.
  emulator     Starts the embedded platform alone.
  key          Makes an admin key.
  doctor       Checks the relay's configuration against the live services, or audit files.
  behavior     Checks or shows behaviour text, or tests the agent's answers.
  conformance  Tells which rules of the protocol and of the REST interface a platform keeps.
  replay       Shows what a visitor saw, step by step, from a recorded event log.

  help         Prints this text, or the options and settings of a command.
  version      Prints the version.

Options
  --help, -h      as help; also after a command
  --version, -v   as version`;

const SETTINGS_NOTE = `Settings are environment variables or keys of foyer.config.json in the working folder. The environment
takes precedence. <KEY>_FILE names a file that holds the value of a secret.`;

/** The relay's settings with what each expects and its default. */
const relaySettings = (): string =>
  KEYS.map((key) => {
    const byDefault = defaultOf(key);
    return `  ${key.padEnd(31)} ${expectedOf(key)}${byDefault === undefined ? '' : ` (${byDefault})`}`;
  }).join('\n');

const AGENT_SETTINGS = `  FOYER_AGENT_URL          as --agent
  FOYER_AGENT_PROTOCOL     chat-completions, responses or ag-ui (chat-completions)
  FOYER_AGENT_KEY          its API key; FOYER_AGENT_KEY_FILE names a file that holds the key
  FOYER_AGENT_MODEL        the name of the model (the first of the server)`;

const AGENT_OPTION = `  --agent <url>            URL of an agent of your own that answers in place of the script`;

const COMMANDS: Readonly<Record<CommandName, () => string>> = {
  start: () => `Usage: foyer-relay start [--check]

Starts the relay and logs one JSON line for each record to standard output. SIGTERM stops it
after FOYER_DRAIN_S seconds. SIGHUP, or a change of a file, makes it read its files again.

Options
  --check                  only says whether the configuration is valid, and prints a script tag with the
                           hash of this version and branding; the exit status is 1 when it is not valid

${SETTINGS_NOTE}

Settings (default)
${relaySettings()}`,
  key: () => `Usage: foyer-relay key [--name <name>] [--scopes <scopes>] [--until <day>]

Makes an admin key with a checksum, and prints it with its hash and its entry for FOYER_ADMIN_KEYS. It stores
nothing.

Options (default)
  --name <name>            name of the key in the log (ops)
  --scopes <scopes>        read, write, call and pii, joined with + (read)
  --until <day>            the last day on which the key is valid, in UTC, such as 2027-01-31 (no end)`,
  doctor: () => `Usage: foyer-relay doctor [--origin <origin>] [--through <address> [--key-file <file>]]
       foyer-relay doctor --audit [--trail <hash>] <file>…

Checks the relay's configuration against the live services and prints one line for each finding. The exit
status is 1 when one of them is wrong.

Options
  --origin <origin>        also checks whether pages of this origin may use the relay
  --through <address>      also checks the proxy in front of the running relay, at its public address; waits
                           up to half a minute for what the relay sends into silence
  --key-file <file>        file with an admin key with the scope read, for the event stream and the metrics
  --audit <file>…          checks instead that no record of the files of FOYER_AUDIT_FILE of one relay, the
                           oldest first, was changed or removed; prints file:line: message for each fault
  --trail <hash>           "trail" of the last audit record in the log: also that none is missing at the end

Settings: those of foyer-relay start.`,
  demo: () => `Usage: foyer-relay demo [--port <port>] [--empty] [--agent <url>]

Starts the embedded platform, a relay and an example shop on this machine, and prints their addresses.
It begins with synthetic conversations and alerts of 15 days, and has new conversations while it runs.

Options
${AGENT_OPTION}
  --empty                  without these conversations and alerts
  --port <port>            preferred port of the relay; any free one if it is taken (8080)

Settings
${AGENT_SETTINGS}`,
  emulator: () => `Usage: foyer-relay emulator [options]

Starts the embedded platform and prints the settings with which a relay reaches it.

Options (default)
  --port <port>            port of the messaging host (any free one)
  --base-port <port>       port of the base host (any free one)
  --platform-port <port>   port of the platform host (any free one)
  --listen <address>       address to listen on (127.0.0.1)
  --allow-network          allows an address that other machines reach; requires a control key
  --journal <file>         SQLite file that keeps everything across restarts (memory)
  --dialect <name>         service or poly (service)
  --conversations <n>      adds this number of synthetic conversations of the last week
  --seed <number>          seed of the synthetic conversations (1)
${AGENT_OPTION}
  --allow-loopback-webhooks
                           allows webhook endpoints on this machine
  --control-key-file <file>
                           file with the key of the control API and of the desk (both are off)
  --control-origins <origin>,…
                           origins of pages that may use the control key

Settings
  FOYER_CONTROL_KEY        the control key, without a file
${AGENT_SETTINGS}`,
  behavior: () => `Usage: foyer-relay behavior lint <file>…
       foyer-relay behavior preview <file> --channel <name> --language <tag>
       foyer-relay behavior test <suite> [--against <what>] [--repeat <n>] [--junit <file>]

lint prints one line for each issue, file:line:column: message (code). The exit status is 1 when there is one.
preview prints the text that applies to one channel and language.
test has the conversations of a suite with the agent, in debug chats, and prints whether its answers are as
expected. The exit status is 1 when a case fails, 2 when the suite cannot be run.

Options
  --channel <name>         voice, webchat or sms
  --language <tag>         a tag such as en or en-GB

Options of test (default)
  --against <what>         live: the published agent. draft: the text of FOYER_BRANCH_ID. Or a file with
                           behaviour text. Platforms answer debug chats by the published agent alone: for
                           draft and files, set FOYER_AGENT_URL (live)
  --repeat <n>             runs each case this often, at most 100; prints "9 of 10" (1)
  --junit <file>           also writes a report for build servers

Settings of test
  FOYER_BASE_URL, FOYER_BASE_API_KEY, FOYER_PROJECT_ID, FOYER_BRANCH_ID
                           those of foyer-relay start; not needed for a file with FOYER_AGENT_URL
  FOYER_AGENT_URL          an agent of your own that follows the draft, in an embedded platform
  FOYER_AGENT_PROTOCOL, FOYER_AGENT_KEY, FOYER_AGENT_MODEL
                           those of foyer-relay emulator`,
  conformance: () => `Usage: foyer-relay conformance <url> [--token-file <file>] [--host <host>] [options]

For people who build a platform: plays a client against it, and tells which rules of docs/protocol.md (M-…)
and docs/rest.md (R-…) it keeps. <url> is its messaging host. The run opens two sessions, in which it talks to
the agent, and reads the REST hosts. It takes at most six minutes, and one for each further --say. The exit
status is 0 when no rule is broken, 1 when one is, 2 when the platform cannot be reached or refuses the token.

Options
  --token-file <file>      file with the connector token (FOYER_CONNECTOR_TOKEN)
  --token <token>          the token itself; other users of this machine can see it in the list of processes
  --host <host>            host that is registered for the connector (FOYER_HOST_IDENTIFIER)
  --say <text>             what the visitor says (Hello); repeat it, to see handoffs and attachments
  --write                  also creates, changes and deletes an alert rule, a webhook and an attribute
  --json                   prints JSON; the table goes to standard error

Settings for the REST hosts; one that is not set is not tried. <KEY>_FILE names a file with a key
  FOYER_BASE_URL, FOYER_BASE_API_KEY, FOYER_ALERTS_API_KEY
  FOYER_PLATFORM_URL, FOYER_PLATFORM_API_KEY, FOYER_PLATFORM_LEGACY_API_KEY
  FOYER_OUTBOUND_URL, FOYER_OUTBOUND_TOKEN
  FOYER_ACCOUNT_ID, FOYER_PROJECT_ID, FOYER_BRANCH_ID (main)`,
  replay: () => `Usage: foyer-relay replay <file>

Shows what a visitor saw, step by step. The file holds the entries of onDebug (foyer-chat/client), one JSON
object on each line.`,
};

/** Help text of a command, or of the program. */
export const helpOf = (command?: CommandName): string =>
  command === undefined ? GENERAL : COMMANDS[command]();
