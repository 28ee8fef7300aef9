import { type PageContext, readPageContext } from '../protocol/page-context.ts';
import { warn } from './warn.ts';

/** Reads the page's facts about the visitor. Names each invalid field once in the console, and omits it. */
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
