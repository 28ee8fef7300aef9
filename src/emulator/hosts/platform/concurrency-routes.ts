import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { variantRule, withQueryRules } from '../../http/query-rules.ts';
import { issueText, oneOf, storableText, timeParameter } from '../../http/request-input.ts';
import type { RestError } from '../../http/rest-error.ts';
import { maxConcurrency } from '../../model/max-concurrency.ts';
import { ENVIRONMENTS, VARIANTS, variantIdBy } from '../../model/origin.ts';
import { findConversationsProject, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

/** the length of a slot and of the longest range. */
const SLOT_MS = 5 * 60_000;
const MAX_RANGE_MS = 7 * 24 * 3_600_000;

const filterText = storableText(1, 1_000, issueText('must be a string of 1 to 1000 characters'));
const rangeMs = ({ start_time, end_time }: Readonly<Record<string, unknown>>) =>
  typeof start_time === 'number' && typeof end_time === 'number' ? end_time - start_time : 0;

const query = withQueryRules(
  z.strictObject({
    start_time: timeParameter,
    end_time: timeParameter,
    client_env: oneOf(ENVIRONMENTS).default('live'),
    variant_id: filterText.optional(),
    variant_name: filterText.optional(),
    language: filterText.optional(),
    phone_number: filterText.optional(),
    slice_by: oneOf(['variant', 'language', 'phone_number']).optional(),
  }),
  [
    variantRule,
    {
      field: 'end_time',
      message: 'must not be before start_time, and at most a week after it',
      holds: (query) => rangeMs(query) >= 0 && rangeMs(query) <= MAX_RANGE_MS,
    },
  ],
);

const notSliced = (by: string): RestError => ({
  status: 501,
  code: 'NOT_IMPLEMENTED',
  message: `Slicing by ${by} is not implemented`,
});

/** The highest number of simultaneous conversations per slot. */
export const concurrencyRoutes = ({ store: { conversationTimes }, now }: RoutePorts): readonly Route[] => [
  route('GET', '/v1/:account_id/:project_id/conversations/concurrency', findConversationsProject, {
    query,
    run({ where: project, query: input }) {
      // these two values are known but not implemented.
      if (input.slice_by === 'language' || input.slice_by === 'phone_number')
        return err(notSliced(input.slice_by));
      const from = Math.floor(input.start_time / SLOT_MS) * SLOT_MS;
      const to = Math.ceil(input.end_time / SLOT_MS) * SLOT_MS;
      const slots = (to - from) / SLOT_MS;
      const at = now();
      const variantId = variantIdBy(input.variant_id, input.variant_name);
      const { client_env: environment, language, phone_number: phoneNumber } = input;
      const isSliced = input.slice_by === 'variant';
      const variants = VARIANTS.filter(({ id }) => variantId === undefined || id === variantId);
      const slices = conversationTimes
        .between(
          { ...project, environment, language, phoneNumber },
          isSliced ? variants.map(({ id }) => id) : [variantId],
          from,
          to,
          at,
        )
        .map((startsAndEnds, index) => {
          const { id, name } = variants[index] ?? {};
          return {
            label: isSliced ? { variant_id: id, variant_name: name } : {},
            counts: maxConcurrency(startsAndEnds, slots, SLOT_MS),
          };
        })
        // Variants without conversations are left out.
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
