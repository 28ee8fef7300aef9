import type * as z from 'zod';
import { attributes, audioCache, debugChat } from '../../../platform/index.ts';
import type { Services } from '../../services/services.ts';
import { operationFactory, type PlatformClients } from '../api/endpoint-operation.ts';
import type { PublicUrlPorts } from '../api/public-url.ts';
import type { Insights } from '../insights/insights.ts';
import type { AnnotationLog } from '../journals/annotations.ts';
import type { Audit } from '../journals/audit.ts';
import type { RelayEvents } from '../journals/relay-events.ts';
import type { WebhookLog } from '../journals/webhook-log.ts';
import type { AlertNotifier } from '../notify/alert-notifier.ts';
import { alertNotifications } from './alert-notifications.ts';
import { alerts } from './alerts.ts';
import { annotationOperations } from './annotations.ts';
import { auditOperation } from './audit.ts';
import { type BehaviorPorts, behaviorOperations } from './behavior.ts';
import { behaviorText } from './behavior-text.ts';
import { conversationExport } from './conversation-export.ts';
import { conversationData } from './conversations.ts';
import type { SecretPorts } from './endpoint-secret.ts';
import { eventStream } from './event-stream.ts';
import { insightsOperation } from './insights.ts';
import { type InstallPorts, installOperation } from './install.ts';
import { type KeyPorts, keysOperation } from './keys.ts';
import { type MessagePorts, messageOperations } from './messages.ts';
import { metricHistoryOperation } from './metric-history.ts';
import { type CallPorts, calls } from './outbound-calls.ts';
import { overviewOperation } from './overview.ts';
import { type ReportPorts, reportOperations } from './report.ts';
import { webhookEvents } from './webhook-events.ts';
import { webhookSecretOperations } from './webhook-secrets.ts';

/** Operations of an agent: attributes, audio cache and debug chat. */
function agent(clients: PlatformClients) {
  const offer = operationFactory(clients);
  return [
    offer('listAttributes', 'Attributes', '/attributes', attributes.list),
    offer('createAttribute', 'Attributes', '/attributes', attributes.create),
    offer('renameAttribute', 'Attributes', '/attributes/{attribute_id}', attributes.rename),
    offer('deleteAttribute', 'Attributes', '/attributes/{attribute_id}', attributes.remove),
    offer('listAudioCache', 'Audio cache', '/audio-cache', audioCache.list),
    offer('deleteAudioCacheEntries', 'Audio cache', '/audio-cache/bulk-delete', audioCache.bulkDelete),
    offer('startDebugChat', 'Debug chat', '/debug-chat', debugChat.start),
    offer('continueDebugChat', 'Debug chat', '/debug-chat/{conversation_id}', debugChat.continue),
  ];
}

interface OperationPorts
  extends PublicUrlPorts,
    SecretPorts,
    BehaviorPorts,
    CallPorts,
    KeyPorts,
    InstallPorts,
    MessagePorts,
    Pick<Services, 'ending'> {
  readonly site: ReportPorts['site'] &
    BehaviorPorts['site'] &
    CallPorts['site'] &
    KeyPorts['site'] &
    InstallPorts['site'];
  readonly annotations: AnnotationLog;
  readonly audit: Audit;
  readonly notifier: AlertNotifier;
  readonly webhooks: WebhookLog;
  readonly events: RelayEvents;
  /** undefined: there are no rollups. */
  readonly insights: Insights | undefined;
}

/** All operations of `/admin/v1`. */
export const adminOperations = (clients: PlatformClients, ports: OperationPorts) => [
  ...behaviorOperations(clients, ports),
  ...behaviorText,
  ...agent(clients),
  ...alerts(clients, ports),
  ...alertNotifications(ports.notifier),
  ...webhookSecretOperations(ports),
  // Must precede the conversations by id.
  conversationExport(clients, ports.insights),
  ...conversationData(clients, ports.insights),
  ...annotationOperations(clients, ports.annotations),
  insightsOperation(ports.insights),
  overviewOperation(ports.insights),
  metricHistoryOperation(ports.insights),
  ...reportOperations(ports),
  ...messageOperations(ports),
  ...calls(clients, ports),
  auditOperation(ports.audit),
  keysOperation(ports),
  installOperation(ports),
  webhookEvents(ports.webhooks),
  eventStream(ports.events, ports.clock, ports.ending),
];

type Operations = ReturnType<typeof adminOperations>[number];
type Input<S> = [S] extends [never] ? Record<string, never> : z.input<S>;
type Answer<S> = [S] extends [never] ? undefined : z.output<S>;

/** Requests and answers by operation id. Derived from the operations, so that callers need no list of URLs. */
export type AdminCalls = {
  readonly [O in Operations as O['id']]: {
    readonly method: O['method'];
    /** Below `/admin/v1`; names in braces are fields of `params`. */
    readonly path: O['path'];
    readonly params: Input<NonNullable<O['params']>>;
    readonly query: Input<NonNullable<O['query']>>;
    readonly body: Input<NonNullable<O['body']>>;
    /** undefined for other media types than JSON. */
    readonly answer: Answer<NonNullable<O['answer']>>;
  };
};
