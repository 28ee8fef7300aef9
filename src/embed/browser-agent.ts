import type { PanelLoader } from './panel-loader.ts';
import type { AgentAnswer } from './panel-port.ts';
import { warn } from './warn.ts';

/** The chat as tools of the page, for the agent of the visitor's browser (WebMCP, M-14.20). */

/** The part of the browser's API that is used. */
interface ModelContext {
  registerTool(
    tool: {
      readonly name: string;
      readonly description: string;
      readonly inputSchema: object;
      readonly annotations: { readonly untrustedContentHint: boolean };
      execute(
        input: Readonly<Record<string, unknown>>,
        client: { readonly signal: AbortSignal },
      ): Promise<unknown>;
    },
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
}

const MAX_TEXT = 4_000;

/**
 * Registers the tools until `signal` aborts.
 * @param open opens the chat; resolves to false if it cannot be opened
 */
export function offerTools(
  signal: AbortSignal,
  open: () => Promise<boolean>,
  whenLoaded: PanelLoader['whenLoaded'],
): void {
  const { modelContext } = document as unknown as { readonly modelContext: ModelContext };
  let isBusy = false;

  async function answer(given: unknown, isFirst: boolean, cancelled: AbortSignal): Promise<object> {
    const text = `${given ?? ''}`.trim();
    try {
      if (!text || text.length > MAX_TEXT) throw new Error(`Give 1 to ${MAX_TEXT} characters.`);
      if (isBusy) throw new Error('Wait for the answer to the last question.');
      isBusy = true;
      try {
        if (!(await open())) throw new Error('The chat cannot be opened.');
        const question = { text, isFirst, signal: AbortSignal.any([signal, cancelled]) };
        const { text: words, ...rest } = await new Promise<AgentAnswer>((resolve) =>
          whenLoaded((panel) => resolve(panel.ask(question))),
        );
        return { content: [{ type: 'text', text: words }], structuredContent: rest };
      } finally {
        isBusy = false;
      }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: (error as Error).message }] };
    }
  }

  function register(name: string, field: string, description: string): void {
    const tool = {
      name,
      description,
      inputSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
      annotations: { untrustedContentHint: true },
      execute: (input: Readonly<Record<string, unknown>>, client: { readonly signal: AbortSignal }) =>
        answer(input[field], field === 'question', client.signal),
    };
    modelContext.registerTool(tool, { signal }).catch(warn);
  }

  register(
    'ask_support',
    'question',
    'Asks the support chat of this site, where the visitor sees it, for an answer.',
  );
  register('continue_support', 'text', 'Writes the next message there.');
}
