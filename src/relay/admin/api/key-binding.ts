import type { Failure } from '../../http/problem.ts';
import type { Actor } from '../access/access.ts';
import type { Operation } from './operation.ts';

/** The configured account and project. */
export type Configured = Readonly<Record<'accountId' | 'projectId', string | undefined>>;

type Values = Readonly<Record<string, unknown>>;

/** Subject of a call: an account, or one project of it. */
interface Subject {
  readonly account: string | undefined;
  /** undefined: the whole account. */
  readonly project: string | undefined;
}

const describe = ({ account = '(no account)', project }: Subject): string =>
  project === undefined ? account : `${account}/${project}`;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The subjects of a call: the ids of its query or body, else the configured ones. */
function subjectsOf(
  { query, params, about }: Operation,
  given: Values,
  body: Values,
  { accountId, projectId }: Configured,
): readonly Subject[] {
  if (about === 'nothing') return [];
  const has = (name: string) => query !== undefined && name in query.shape;
  const isData = given['source'] === 'data';
  const agent = textOf(given['agent_id']);
  const pair = {
    account: textOf(given['account_id']) ?? accountId,
    project: textOf(given['project_id']) ?? projectId,
  };
  // an agent and its project have the same id. The key of the base host belongs to the configured account.
  const ofAgent = { account: accountId, project: agent ?? projectId };
  if (has('account_id')) return isData ? [ofAgent] : agent === undefined ? [pair] : [pair, ofAgent];
  if (has('agent_id')) return [ofAgent];
  if (about === 'configured-project') return [{ account: accountId, project: projectId }];
  // An id in the path, such as an alert rule's, may belong to any project of the account.
  const hasId = Object.keys(params?.shape ?? {}).length > 0;
  const named = hasId ? undefined : (textOf(given['project_id']) ?? textOf(body['project_id']));
  return [{ account: accountId, project: named }];
}

/** Refuses a call of a bound actor outside its bindings (contract §5). */
export function bindingIssue(
  { bindings }: Actor,
  operation: Operation,
  input: { readonly query: Values; readonly body: Values },
  configured: Configured,
): Failure | undefined {
  if (bindings === undefined) return undefined;
  const isBound = ({ account, project }: Subject) =>
    bindings.some(
      (binding) =>
        binding.account === account && (binding.project === undefined || binding.project === project),
    );
  const outside = subjectsOf(operation, input.query, input.body, configured).find(
    (subject) => !isBound(subject),
  );
  if (!outside) return undefined;
  return { failed: 'outside-binding', bound: bindings.map(describe), about: describe(outside) };
}
