import * as z from 'zod';
import { err } from '../../base/result.ts';
import { ENVIRONMENTS, VARIANTS, variantIdOf } from '../conversations/origin.ts';
import { sweep } from '../conversations/sweep.ts';
import type { Fault } from '../rest/fault.ts';
import { momentText, must, oneOf, text } from '../rest/input.ts';
import { inConversations, type Route, reply, route } from '../rest/route.ts';
import { variantRule, withRules } from '../rest/rules.ts';
import type { Store } from '../store/index.ts';

/** specification, Limits. */
const SLOT_MS = 5 * 60_000;
const MAX_RANGE_MS = 7 * 24 * 3_600_000;

const named = text(1, 1_000, must('must be a string of 1 to 1000 characters'));
const spanOf = ({ start_time, end_time }: Readonly<Record<string, unknown>>) =>
  typeof start_time === 'number' && typeof end_time === 'number' ? end_time - start_time : 0;

const query = withRules(
  z.strictObject({
    start_time: momentText,
    end_time: momentText,
    client_env: oneOf(ENVIRONMENTS).default('live'),
    variant_id: named.optional(),
    variant_name: named.optional(),
    language: named.optional(),
    phone_number: named.optional(),
    slice_by: oneOf(['variant', 'language', 'phone_number']).optional(),
  }),
  [
    variantRule,
    {
      field: 'end_time',
      message: 'must not be before start_time, and at most a week after it',
      holds: (it) => spanOf(it) >= 0 && spanOf(it) <= MAX_RANGE_MS,
    },
  ],
);

const notSliced = (by: string): Fault => ({
  status: 501,
  code: 'NOT_IMPLEMENTED',
  message: `Slicing by ${by} is not implemented`,
});

/** How many conversations ran at a time (specification, Concurrency). */
export const concurrencyRoutes = ({
  store: { conversationMoments },
  now,
}: {
  readonly store: Pick<Store, 'conversationMoments'>;
  now(): number;
}): readonly Route[] => [
  route({
    method: 'GET',
    path: '/v1/:account_id/:project_id/conversations/concurrency',
    find: inConversations,
    query,
    run({ where: project, query: it }) {
      // spec, Errors: 501 for the two that are not there.
      if (it.slice_by === 'language' || it.slice_by === 'phone_number') return err(notSliced(it.slice_by));
      const from = Math.floor(it.start_time / SLOT_MS) * SLOT_MS;
      const to = Math.ceil(it.end_time / SLOT_MS) * SLOT_MS;
      const slots = (to - from) / SLOT_MS;
      const at = now();
      const variantId = variantIdOf(it.variant_id, it.variant_name);
      const { client_env: environment, language, phone_number: phoneNumber } = it;
      const isSliced = it.slice_by === 'variant';
      const variants = VARIANTS.filter(({ id }) => variantId === undefined || id === variantId);
      const slices = conversationMoments
        .between(
          { ...project, environment, language, phoneNumber },
          isSliced ? variants.map(({ id }) => id) : [variantId],
          from,
          to,
          at,
        )
        .map((moments, nth) => {
          const { id, name } = variants[nth] ?? {};
          return {
            label: isSliced ? { variant_id: id, variant_name: name } : {},
            counts: sweep(moments, slots, SLOT_MS),
          };
        })
        // A variant that nobody talked to says nothing.
        .filter(({ counts }) => !isSliced || counts.some((count) => count > 0));
      const intervals = Array.from({ length: slots }, (_, slot) =>
        slices.map(({ label, counts }) => ({
          ...label,
          time: new Date(from + slot * SLOT_MS).toISOString(),
          max_concurrent_conversations: counts[slot],
        })),
      ).flat();
      return reply({ account_id: project.accountId, project_id: project.projectId, intervals });
    },
  }),
];
