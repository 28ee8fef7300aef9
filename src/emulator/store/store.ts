import { createAlertRuleTable } from './alert-rule-table.ts';
import { createAnnotationTable } from './annotation-table.ts';
import { createAttributeTable } from './attribute-table.ts';
import { createAudioCacheTable } from './audio-cache-table.ts';
import { createBehaviorTable } from './behavior-table.ts';
import { createConversationTable } from './conversation-table.ts';
import { createConversationTimes } from './conversation-times.ts';
import { openDatabase } from './database.ts';
import { createHandoffStateTable } from './handoff-state-table.ts';
import { createOutboundCallTable } from './outbound-call-table.ts';
import { createProjectSettingsTable } from './project-settings-table.ts';
import { createSqliteJournal } from './sqlite-journal.ts';
import { createSyntheticConversationWriter } from './synthetic-conversation-writer.ts';
import { createTrafficQueries } from './traffic-queries.ts';
import { createWebhookDeliveryTable } from './webhook-delivery-table.ts';
import { createWebhookEndpointTable } from './webhook-endpoint-table.ts';

/** The platform's persistent data, in one file. */
export type Store = ReturnType<typeof openStore>;

/** Opens or creates a SQLite file, or a database in memory (`:memory:`). Throws when the file cannot be used. */
export function openStore(file: string) {
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
    /** Runs writes in a transaction. A throw of `write` rolls it back. */
    atomically: (write: () => void): void => db.transaction(write)(),
    conversations: createConversationTable(db),
    conversationTimes: createConversationTimes(db),
    syntheticConversations: createSyntheticConversationWriter(db),
    annotations: createAnnotationTable(db),
    projectSettings: createProjectSettingsTable(db),
    /** Idempotent. */
    close(): void {
      if (db.open) db.close();
    },
  };
}
