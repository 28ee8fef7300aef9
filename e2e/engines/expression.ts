import type { FindAll } from './engine-page.ts';

/** Runs in the page. */
const findAll: FindAll = (css) => {
  const hosts = [...document.querySelectorAll('*')];
  const roots = [document, ...hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  return roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(css)]);
};

/** The call of a function in the page, as text: a policy of the page may forbid to make functions there. */
export const expressionOf = <Argument>(
  script: (all: FindAll, argument: Argument) => unknown,
  argument: Argument,
): string => `(${script})(${findAll}, ${JSON.stringify(argument) ?? 'undefined'})`;
