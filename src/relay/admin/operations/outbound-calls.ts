import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { whole } from '../../../platform/fields.ts';
import { agentCalls, type FieldError, outboundCalls } from '../../../platform/index.ts';
import type { SiteConfig } from '../../config/config.ts';
import type { Failure } from '../../http/problem.ts';
import type { SessionLimits } from '../../store/limits.ts';
import { callPlatform, type PlatformClients } from '../api/endpoint-operation.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import { type CallLog, MAX_CALLS, placedCall } from '../journals/call-log.ts';
import type { CallStatus, CallWatch } from '../journals/call-watch.ts';
import { maskDigits } from '../journals/json-redactor.ts';

const tag = 'Outbound calls';

const host = z
  .enum(['agents', 'legacy'])
  .default('legacy')
  .describe('`agents` uses the base host, `legacy` the host of outbound calls and its token.');
const agentId = z.optional(agentCalls.place.params.shape.agent_id);
const environment = agentCalls.status.query.shape.environment;
const onlyAgents = 'Only for the host `agents`.';

const placing = outboundCalls.place.body.safeExtend({
  environment: z.optional(environment.describe(`${onlyAgents} Default: live.`)),
  variant_id: z.optional(z.string().min(1).meta({ description: onlyAgents })),
});

/** Refuses fields of the other host, because they would have no effect. An agent id also decides about bound keys. */
function refuseAgentFields(fields: Readonly<Record<string, unknown>>): Result<undefined, Failure> {
  const errors: FieldError[] = Object.keys(fields)
    .filter((field) => fields[field] !== undefined)
    .map((field) => ({ field, message: 'requires host=agents' }));
  return errors.length > 0 ? err({ failed: 'invalid-request', errors }) : ok(undefined);
}

/** Reads the status of a call from its host, in the legacy host's words. */
function readStatus(
  clients: PlatformClients,
  call: {
    readonly host: z.output<typeof host>;
    readonly callSid: string;
    readonly agentId: string | undefined;
    readonly environment: z.output<typeof environment> | undefined;
  },
) {
  return async (signal: AbortSignal): Promise<Result<CallStatus, Failure>> => {
    const params = { call_sid: call.callSid };
    if (call.host === 'legacy') {
      return callPlatform(clients, outboundCalls.status, { params }, { signal });
    }
    const { agentId: agent_id, environment = 'live' } = call;
    const input = { params: { ...params, agent_id }, query: { environment } };
    const answer = await callPlatform(clients, agentCalls.status, input, { signal });
    if (!answer.ok) return answer;
    const { callSid: _, ...rest } = answer.value;
    return ok({ call_sid: call.callSid, ...rest, status: answer.value.status.toLowerCase() });
  };
}

export interface CallPorts {
  readonly watch: CallWatch;
  readonly callLog: CallLog;
  readonly limits: Pick<SessionLimits, 'consume'>;
  readonly site: Pick<SiteConfig, 'projectId' | 'callPrefixes'>;
}

/** S-125: only numbers with a configured prefix are called, in any spelling. */
function refuseNumber(number: string, prefixes: readonly string[] | undefined): Result<undefined, Failure> {
  const plain = number.replace(/[^\d+]/g, '');
  if (!prefixes || prefixes.some((prefix) => plain.startsWith(prefix))) return ok(undefined);
  const message = `must begin with ${prefixes.join(' or ')}`;
  return err({ failed: 'invalid-request', errors: [{ field: 'to_number', message }] });
}

/** Operations of outbound calls, on either host. The relay polls placed calls and publishes their status as events. */
export const calls = (clients: PlatformClients, { watch, callLog, limits, site }: CallPorts) => [
  operation({
    ...READS_RELAY,
    id: 'listOutboundCalls',
    tag,
    summary: `The latest ${MAX_CALLS} calls that the relays placed; the platform lists none`,
    path: '/outbound-calls',
    scopes: ['read', 'call'],
    hiddenWithoutPii: ['who'],
    query: z.object({
      limit: z.prefault(whole(1, MAX_CALLS).describe('Maximum number of calls in the answer.'), 100),
      agent_id: agentId,
    }),
    answer: z.object({ calls: z.array(placedCall).describe('The newest first.') }),
    async perform({ query: { limit, agent_id = site.projectId ?? '' } }) {
      return okJson({ calls: await callLog.read(agent_id, limit) });
    },
  }),
  operation({
    id: 'placeOutboundCall',
    tag,
    summary: outboundCalls.place.summary,
    method: 'POST',
    path: '/outbound-calls',
    scopes: ['call'],
    query: z.object({ host, agent_id: agentId }),
    body: placing,
    status: 200,
    answer: outboundCalls.place.answer,
    subject: ({ body }) => ({ number: maskDigits(body.to_number) }),
    async perform({ query, body, who, signal }) {
      const { environment, variant_id, ...call } = body;
      const refusedNumber = refuseNumber(call.to_number, site.callPrefixes);
      if (!refusedNumber.ok) return refusedNumber;
      const tooMany = await limits.consume('callsByActor', who);
      if (tooMany) return err(tooMany);
      const { agent_id: agentId } = query;
      const record = (callSid: string) =>
        callLog.place({
          who,
          call_sid: callSid,
          to_number: call.to_number,
          host: query.host,
          environment: query.host === 'agents' ? (environment ?? 'live') : null,
          variant_id: variant_id ?? null,
          agent: agentId ?? site.projectId ?? '',
        });
      if (query.host === 'legacy') {
        const refused = refuseAgentFields({ agent_id: agentId, environment, variant_id });
        if (!refused.ok) return refused;
        const options = { signal, isChecked: true, isUrgent: true };
        const placed = await callPlatform(clients, outboundCalls.place, { body: call }, options);
        if (!placed.ok) return placed;
        const { call_sid: callSid } = placed.value;
        record(callSid);
        watch.follow(callSid, readStatus(clients, { host: 'legacy', callSid, agentId, environment }));
        return okJson(placed.value);
      }
      const { to_number: toNumber, country_code: countryCode, metadata, encryption } = call;
      const input = {
        params: { agent_id: agentId },
        body: {
          toNumber,
          environment: environment ?? ('live' as const),
          countryCode,
          variantId: variant_id,
          encryption: encryption && ENCRYPTIONS[encryption],
          metadata,
        },
      };
      const placed = await callPlatform(clients, agentCalls.place, input, { signal });
      if (!placed.ok) return placed;
      const { callSid } = placed.value;
      record(callSid);
      watch.follow(callSid, readStatus(clients, { host: 'agents', callSid, agentId, environment }));
      return okJson({ call_sid: callSid });
    },
  }),
  operation({
    id: 'getOutboundCall',
    tag,
    summary: outboundCalls.status.summary,
    method: 'GET',
    path: '/outbound-calls/{call_sid}',
    scopes: ['read', 'call'],
    params: outboundCalls.status.params,
    query: z.object({
      host,
      environment: z.optional(environment.describe(`${onlyAgents} Default: live.`)),
      agent_id: agentId,
    }),
    status: 200,
    answer: outboundCalls.status.answer,
    async perform({ params, query, signal }) {
      const { host, environment, agent_id: agentId } = query;
      if (host === 'legacy') {
        const refused = refuseAgentFields({ agent_id: agentId, environment });
        if (!refused.ok) return refused;
      }
      const read = readStatus(clients, { host, callSid: params.call_sid, agentId, environment });
      const status = await read(signal);
      return status.ok ? okJson(status.value) : status;
    },
  }),
];

/** Spelling of the agents host. */
const ENCRYPTIONS = {
  'UDP/RTP': 'udp_rtp',
  'UDP/SRTP': 'udp_srtp',
  'TLS/RTP': 'tls_rtp',
  'TLS/SRTP': 'tls_srtp',
} as const;
