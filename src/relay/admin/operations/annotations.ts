import * as z from 'zod';
import { agentConversations } from '../../../platform/index.ts';
import { operationFactory, type PlatformClients } from '../api/endpoint-operation.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import { type AnnotationLog, placedAnnotations } from '../journals/annotations.ts';

const path = '/conversations/{conversation_id}/annotations';
const { annotate } = agentConversations;

/** Operations that place annotations, and list the ones that the relays placed. */
export function annotationOperations(clients: PlatformClients, log: AnnotationLog) {
  const place = operationFactory(clients)('annotateConversation', 'Conversations', path, annotate);
  return [
    {
      ...place,
      async perform(call: Parameters<typeof place.perform>[0]) {
        const placed = await place.perform(call);
        if (placed.ok) log.record(call.params.conversation_id, call.who, call.body.annotations);
        return placed;
      },
    },
    operation({
      ...READS_RELAY,
      id: 'listAnnotations',
      tag: 'Conversations',
      summary: 'Annotations that the relays placed; the platform lists none',
      path,
      hiddenWithoutPii: ['who'],
      params: annotate.params.pick({ conversation_id: true }),
      answer: z.object({
        placed: z
          .array(placedAnnotations)
          .describe('The newest first: up to 50 annotations for each of the latest 2,000 calls.'),
      }),
      async perform({ params }) {
        return okJson({ placed: await log.read(params.conversation_id) });
      },
    }),
  ];
}
