import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { behavior } from '../../../platform/index.ts';
import type { SiteConfig } from '../../config/config.ts';
import {
  callPlatform,
  operationFactory,
  overrideFields,
  type PlatformClients,
} from '../api/endpoint-operation.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import { type BehaviorLog, behaviorVersion, MAX_VERSIONS } from '../journals/behavior-log.ts';
import { nextCursor, pageQuery } from '../journals/record-list.ts';

/** */
const MAIN_BRANCH = 'main';
const { agent_id, branch_id } = overrideFields(behavior.get);

export interface BehaviorPorts {
  readonly behaviors: BehaviorLog;
  readonly site: Pick<SiteConfig, 'projectId' | 'branchId'>;
}

/** Operations of a branch's behaviour text, with the versions that the relays saved. */
export function behaviorOperations(clients: PlatformClients, { behaviors, site }: BehaviorPorts) {
  const offer = operationFactory(clients);
  const replace = offer('replaceBehavior', 'Behaviour', '/behavior', behavior.replace);
  /** an agent and its project have the same id. */
  const agentOf = (query: { readonly agent_id?: string | undefined }) =>
    query.agent_id ?? site.projectId ?? '';
  const branchOf = (query: { readonly branch_id?: string | undefined }) => query.branch_id ?? site.branchId;

  return [
    offer('getBehavior', 'Behaviour', '/behavior', behavior.get),
    operation({
      ...replace,
      body: behavior.replace.body.safeExtend({
        replaces: z.optional(
          z
            .string()
            .describe(
              'The text on which the change is based. If the branch has another text now, nothing is saved (409).',
            ),
        ),
      }),
      subject: ({ query }) => ({ branch_id: branchOf(query) }),
      async perform({ query, body: { behavior: text, replaces }, who, signal }) {
        if (replaces !== undefined) {
          const current = await callPlatform(clients, behavior.get, { params: query }, { signal });
          if (!current.ok) return current;
          if (current.value.behavior !== replaces) {
            return err({ failed: 'behavior-changed', branch: branchOf(query) } as const);
          }
        }
        const input = { params: query, body: { behavior: text } };
        const saved = await callPlatform(clients, behavior.replace, input, { signal });
        if (!saved.ok) return saved;
        const of = { agent: agentOf(query), branch: branchOf(query) };
        await behaviors.record({ ...of, who, behavior: text, before: replaces });
        return okJson(saved.value);
      },
    }),
    operation({
      ...READS_RELAY,
      id: 'listBehaviorVersions',
      tag: 'Behaviour',
      summary: `The latest ${MAX_VERSIONS} behaviour texts that the relays saved, and the texts that they replaced`,
      path: '/behavior/versions',
      hiddenWithoutPii: ['who'],
      query: z.object({ ...pageQuery('versions', MAX_VERSIONS), agent_id, branch_id }),
      answer: z.object({
        versions: z.array(behaviorVersion).describe('The newest first.'),
        cursor: nextCursor,
      }),
      async perform({ query: { agent_id, branch_id, ...page } }) {
        const of = { agent: agentOf({ agent_id }), branch: branchOf({ branch_id }) };
        return okJson(await behaviors.read(of, page));
      },
    }),
    operation({
      ...READS_RELAY,
      id: 'listBranches',
      tag: 'Behaviour',
      summary: 'The branches that the relay knows: main, the configured one, and those with saved texts',
      path: '/branches',
      query: z.object({ agent_id }),
      answer: z.object({
        branches: z.array(
          z.object({
            id: z.string(),
            is_read_only: z.boolean().describe('The platform refuses changes of `main` (R-5.6).'),
            is_configured: z.boolean().describe('The default of `branch_id`.'),
          }),
        ),
      }),
      async perform({ query }) {
        const ids = new Set([site.branchId, ...(await behaviors.branches(agentOf(query))), MAIN_BRANCH]);
        const branches = [...ids].map((id) => ({
          id,
          is_read_only: id === MAIN_BRANCH,
          is_configured: id === site.branchId,
        }));
        return okJson({ branches });
      },
    }),
  ];
}
