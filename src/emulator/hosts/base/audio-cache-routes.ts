import * as z from 'zod';
import { integerParameter, issueText } from '../../http/request-input.ts';
import { type AudioEntry, SORT_FIELDS } from '../../store/audio-cache-table.ts';
import { findPermittedProject, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const ENTRIES = '/v1/agents/:agent_id/audio-cache';

const SORTS = SORT_FIELDS.flatMap((field) =>
  (['asc', 'desc'] as const).map((direction) => [`${field}:${direction}`, { field, direction }] as const),
);
const sortIssue = `must be one of ${SORT_FIELDS.join(', ')} with :asc or :desc behind it`;

const listQuery = z.strictObject({
  limit: integerParameter(1, 200).default(50),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER).default(0),
  sort: z
    .enum(
      SORTS.map(([name]) => name),
      issueText(sortIssue),
    )
    .default('id:asc'),
});

const idsIssue = issueText('must be a list of 1 to 20 strings');
const deletionBody = z.strictObject({
  ids: z
    .array(z.string(issueText('must be a string')), idsIssue)
    .min(1, idsIssue)
    .max(20, idsIssue),
});

const entryBody = (entry: AudioEntry) => ({
  id: String(entry.id),
  transcript: entry.transcript,
  cachedAt: new Date(entry.cached_at).toISOString(),
  hitCount: entry.hit_count,
  duration: entry.duration,
  regenerated: false,
  provider: entry.provider,
  providerVoiceId: entry.provider_voice_id,
  audioFilename: entry.audio_filename,
  imported: false,
  languageCode: entry.language_code,
});

/** Cached speech of an agent. */
export const audioCacheRoutes = ({ store: { audioCache } }: RoutePorts): readonly Route[] => [
  route('GET', ENTRIES, findPermittedProject('audio-cache:read'), {
    query: listQuery,
    run({ where, query: { limit, offset, sort } }) {
      const order = SORTS.find(([name]) => name === sort)?.[1] ?? { field: 'id', direction: 'asc' };
      const entries = audioCache.page(where, { limit, offset, sort: order });
      return reply({ entries: entries.map(entryBody), totalCount: audioCache.count(where) });
    },
  }),
  route('POST', `${ENTRIES}/bulk-delete`, findPermittedProject('audio-cache:write'), {
    body: deletionBody,
    run({ where, body }) {
      // one result per id; duplicates count once.
      const results = [...new Set(body.ids)].map((id) => ({
        id,
        isDeleted: /^[1-9]\d{0,14}$/.test(id) && audioCache.delete(where, Number(id)),
      }));
      const idsWhere = (isGone: boolean) =>
        results.filter((result) => result.isDeleted === isGone).map(({ id }) => id);
      return reply({ deleted: idsWhere(true), failed: idsWhere(false) });
    },
  }),
];
