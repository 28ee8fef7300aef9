import { type PageContext, readPageContext } from '../protocol/page-context.ts';
import { warn } from './warn.ts';

/** Reads what the page has told about the visitor. Each fault is named once in the console, and left out. */
export function createPageContext(given: () => unknown): () => PageContext {
  const named = new Set<string>();
  return () => {
    const { context, issues } = readPageContext(given());
    for (const issue of issues) {
      if (!named.has(issue)) warn(`setContext: ${issue}`);
      named.add(issue);
    }
    return context;
  };
}
