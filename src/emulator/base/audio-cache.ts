import * as z from 'zod';
import { countText, must } from '../rest/input.ts';
import { permitted, type Route, reply, route } from '../rest/route.ts';
import { type AudioCache, type AudioEntry, SORT_FIELDS } from '../store/audio-cache.ts';

const ENTRIES = '/v1/agents/:agent_id/audio-cache';

const SORTS = SORT_FIELDS.flatMap((field) =>
  (['asc', 'desc'] as const).map((direction) => [`${field}:${direction}`, { field, direction }] as const),
);
const sortText = `must be one of ${SORT_FIELDS.join(', ')} with :asc or :desc behind it`;

const listing = z.strictObject({
  limit: countText(1, 200).default(50),
  offset: countText(0, Number.MAX_SAFE_INTEGER).default(0),
  sort: z
    .enum(
      SORTS.map(([name]) => name),
      must(sortText),
    )
    .default('id:asc'),
});

const ids = must('must be a list of 1 to 20 strings');
const deletion = z.strictObject({
  ids: z
    .array(z.string(must('must be a string')), ids)
    .min(1, ids)
    .max(20, ids),
});

const entryBody = (it: AudioEntry) => ({
  id: String(it.id),
  transcript: it.transcript,
  cachedAt: new Date(it.cached_at).toISOString(),
  hitCount: it.hit_count,
  duration: it.duration,
  regenerated: false,
  provider: it.provider,
  providerVoiceId: it.provider_voice_id,
  audioFilename: it.audio_filename,
  imported: false,
  languageCode: it.language_code,
});

/** Speech that an agent does not make anew each time (specification, Audio cache). */
export const audioCacheRoutes = (audioCache: AudioCache): readonly Route[] => [
  route({
    method: 'GET',
    path: ENTRIES,
    find: permitted('audio-cache:read'),
    query: listing,
    run({ where, query: { limit, offset, sort } }) {
      const order = SORTS.find(([name]) => name === sort)?.[1] ?? { field: 'id', direction: 'asc' };
      const entries = audioCache.page(where, { limit, offset, sort: order });
      return reply({ entries: entries.map(entryBody), totalCount: audioCache.count(where) });
    },
  }),
  route({
    method: 'POST',
    path: `${ENTRIES}/bulk-delete`,
    find: permitted('audio-cache:write'),
    body: deletion,
    run({ where, body }) {
      // spec, Audio cache: the result is told per id; one that comes twice is one.
      const results = [...new Set(body.ids)].map((id) => ({
        id,
        isGone: /^[1-9]\d{0,14}$/.test(id) && audioCache.delete(where, Number(id)),
      }));
      const idsThat = (isGone: boolean) => results.filter((it) => it.isGone === isGone).map(({ id }) => id);
      return reply({ deleted: idsThat(true), failed: idsThat(false) });
    },
  }),
];
