import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach } from 'vitest';

/** The official client of an operator's assistant. */
export interface Assistant {
  readonly client: Client;
  /** The text of a tool's answer. */
  ask(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
  /** The data in the envelope of a tool's answer. */
  read(name: string, args?: Record<string, unknown>): Promise<Envelope>;
}

export interface Envelope {
  readonly untrusted: true;
  readonly note: string;
  readonly cut?: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all operations.
  readonly answer: any;
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');

/** Connects assistants, which are closed after each test. `revision` is the newest that the client may speak. */
export function useAssistant() {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });
  return async (
    url: string,
    headers: Record<string, string>,
    revision: '2026-07-28' | '2025' = '2026-07-28',
  ): Promise<Assistant> => {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: revision === '2025' ? 'legacy' : { pin: revision } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL('/admin/mcp', url), {
      requestInit: { headers },
    });
    await client.connect(transport);
    closings.push(() => client.close());
    const ask: Assistant['ask'] = async (name, args = {}) => {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      return { text: textOf(result), isError: result.isError === true };
    };
    return {
      client,
      ask,
      async read(name, args) {
        const { text, isError } = await ask(name, args);
        if (isError) throw new Error(text);
        return JSON.parse(text);
      },
    };
  };
}
