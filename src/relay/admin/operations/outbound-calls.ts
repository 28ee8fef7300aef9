import { ok } from '../../../base/result.ts';
import { outboundCalls } from '../../../platform/index.ts';
import type { CallWatch } from '../call-watch.ts';
import { type Clients, clientOf, failed, relayed } from '../relayed.ts';

const tag = 'Outbound calls';

/** Calls that the agent makes; those placed here are followed, and the events tell how they get on. */
export const calls = (clients: Clients, watch: CallWatch | undefined) => [
  relayed(
    clients,
    {
      id: 'placeOutboundCall',
      tag,
      path: '/outbound-calls',
      scopes: ['call'],
      endpoint: outboundCalls.place,
    },
    {
      async perform({ body, signal }) {
        const client = clientOf(clients, 'outbound');
        if (!client.ok) return client;
        const placed = await client.value.call(outboundCalls.place, { body: body as never }, { signal });
        if (!placed.ok) return failed(placed.error);
        watch?.follow(placed.value.call_sid);
        return ok(Response.json(placed.value));
      },
    },
  ),
  relayed(clients, {
    id: 'getOutboundCall',
    tag,
    path: '/outbound-calls/{call_sid}',
    scopes: ['read', 'call'],
    endpoint: outboundCalls.status,
  }),
];
