import type { Journal } from '../sessions/journal.ts';
import { type AlertRuleTable, createAlertRuleTable } from './alert-rule-table.ts';
import { type AnnotationTable, createAnnotationTable } from './annotation-table.ts';
import { type AttributeTable, createAttributeTable } from './attribute-table.ts';
import { type AudioCacheTable, createAudioCacheTable } from './audio-cache-table.ts';
import { type BehaviorTable, createBehaviorTable } from './behavior-table.ts';
import { type ConversationTable, createConversationTable } from './conversation-table.ts';
import { type ConversationTimes, createConversationTimes } from './conversation-times.ts';
import { openDatabase } from './database.ts';
import { createHandoffStateTable, type HandoffStateTable } from './handoff-state-table.ts';
import { createOutboundCallTable, type OutboundCallTable } from './outbound-call-table.ts';
import { createProjectSettingsTable, type ProjectSettingsTable } from './project-settings-table.ts';
import { createSqliteJournal } from './sqlite-journal.ts';
import {
  createSyntheticConversationWriter,
  type SyntheticConversationWriter,
} from './synthetic-conversation-writer.ts';
import { createTrafficQueries, type TrafficQueries } from './traffic-queries.ts';
import { createWebhookDeliveryTable, type WebhookDeliveryTable } from './webhook-delivery-table.ts';
import { createWebhookEndpointTable, type WebhookEndpointTable } from './webhook-endpoint-table.ts';

/** The platform's persistent data, in one file. */
export interface Store {
  readonly journal: Journal;
  readonly behaviors: BehaviorTable;
  readonly alertRules: AlertRuleTable;
  readonly webhookEndpoints: WebhookEndpointTable;
  readonly webhookDeliveries: WebhookDeliveryTable;
  readonly attributes: AttributeTable;
  readonly audioCache: AudioCacheTable;
  readonly handoffStates: HandoffStateTable;
  readonly outboundCalls: OutboundCallTable;
  readonly traffic: TrafficQueries;
  /** Runs writes in a transaction, which is rolled back when `write` throws. */
  atomically(write: () => void): void;
  readonly conversations: ConversationTable;
  readonly conversationTimes: ConversationTimes;
  readonly syntheticConversations: SyntheticConversationWriter;
  readonly annotations: AnnotationTable;
  readonly projectSettings: ProjectSettingsTable;
  /** Idempotent. */
  close(): void;
}

/** Opens or creates a SQLite file, or a database in memory (`:memory:`). Throws when the file cannot be used. */
export function openStore(file: string): Store {
  const db = openDatabase(file);
  return {
    journal: createSqliteJournal(db),
    behaviors: createBehaviorTable(db),
    alertRules: createAlertRuleTable(db),
    webhookEndpoints: createWebhookEndpointTable(db),
    webhookDeliveries: createWebhookDeliveryTable(db),
    attributes: createAttributeTable(db),
    audioCache: createAudioCacheTable(db),
    handoffStates: createHandoffStateTable(db),
    outboundCalls: createOutboundCallTable(db),
    traffic: createTrafficQueries(db),
    atomically: (write) => db.transaction(write)(),
    conversations: createConversationTable(db),
    conversationTimes: createConversationTimes(db),
    syntheticConversations: createSyntheticConversationWriter(db),
    annotations: createAnnotationTable(db),
    projectSettings: createProjectSettingsTable(db),
    close() {
      if (db.open) db.close();
    },
  };
}
