import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { agentId, whole } from './fields.ts';

const of = { family: 'base', params: z.strictObject({ agent_id: agentId }), status: 200 } as const;
const path = '/v1/agents/{agent_id}/audio-cache';

/** A cached recording of one spoken text. */
export const audioCacheEntry = z.looseObject({
  id: z.string(),
  transcript: z.string(),
  cachedAt: z.string(),
  hitCount: z.number(),
  duration: z.number().describe('Seconds.'),
  regenerated: z.boolean(),
  provider: z.string(),
  providerVoiceId: z.string(),
  imported: z.boolean(),
  audioFilename: z.nullish(z.string()),
  languageCode: z.optional(z.string()),
});

/** The audio cache: synthesised speech that the platform stores and plays again. */
export const audioCache = {
  list: {
    ...of,
    path,
    method: 'GET',
    summary: 'Entries of the audio cache',
    query: z.strictObject({
      limit: z.optional(whole(1, 200).meta({ default: 50, description: 'Most entries of the answer.' })),
      offset: z.optional(
        whole(0).meta({ default: 0, description: 'Number of entries to leave out at the beginning.' }),
      ),
      sort: z.optional(
        z
          .string()
          .min(1)
          .meta({ description: 'A field, and asc or desc.', examples: ['hit_count:desc'] }),
      ),
    }),
    answer: z.looseObject({ entries: z.array(audioCacheEntry), totalCount: z.number() }),
  },
  bulkDelete: {
    ...of,
    path: `${path}/bulk-delete`,
    method: 'POST',
    summary: 'Delete up to 20 entries; the answer lists the deleted and the failed ones',
    body: z.strictObject({ ids: z.array(z.string()).min(1).max(20) }),
    answer: z.looseObject({ deleted: z.array(z.string()), failed: z.array(z.string()) }),
  },
} as const satisfies Record<string, Endpoint>;
