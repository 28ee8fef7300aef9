import type { Journal } from '../journal.ts';
import { type AlertRules, createAlertRules } from './alert-rules.ts';
import { type Attributes, createAttributes } from './attributes.ts';
import { type AudioCache, createAudioCache } from './audio-cache.ts';
import { type Behaviors, createBehaviors } from './behaviors.ts';
import { type ConversationMoments, createConversationMoments } from './conversation-moments.ts';
import { type Conversations, createConversations } from './conversations.ts';
import { openDatabase } from './database.ts';
import { createGeneratedConversations, type GeneratedConversations } from './generated-conversations.ts';
import { createHandoffStates, type HandoffStates } from './handoff-states.ts';
import { createOutboundCalls, type OutboundCalls } from './outbound-calls.ts';
import { createProjectSettings, type ProjectSettingsStore } from './project-settings.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { createSqliteJournal } from './sqlite-journal.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { createWebhookDeliveries, type WebhookDeliveries } from './webhook-deliveries.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './webhook-endpoints.ts';

/** All that the platform keeps, in one file. */
export interface Store {
  readonly journal: Journal;
  readonly behaviors: Behaviors;
  readonly alertRules: AlertRules;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly attributes: Attributes;
  readonly audioCache: AudioCache;
  readonly handoffStates: HandoffStates;
  readonly outboundCalls: OutboundCalls;
  readonly traffic: Traffic;
  /** Keeps all that is written meanwhile, or nothing of it when it throws. */
  atomically(write: () => void): void;
  readonly conversations: Conversations;
  readonly conversationMoments: ConversationMoments;
  readonly generatedConversations: GeneratedConversations;
  readonly remarks: Remarks;
  readonly projectSettings: ProjectSettingsStore;
  /** May be called twice. */
  close(): void;
}

/** Opens, or makes, a SQLite file, or one in memory (`:memory:`). Throws when the file is not one of ours. */
export function openStore(file: string): Store {
  const db = openDatabase(file);
  return {
    journal: createSqliteJournal(db),
    behaviors: createBehaviors(db),
    alertRules: createAlertRules(db),
    webhookEndpoints: createWebhookEndpoints(db),
    webhookDeliveries: createWebhookDeliveries(db),
    attributes: createAttributes(db),
    audioCache: createAudioCache(db),
    handoffStates: createHandoffStates(db),
    outboundCalls: createOutboundCalls(db),
    traffic: createTraffic(db),
    atomically: (write) => db.transaction(write)(),
    conversations: createConversations(db),
    conversationMoments: createConversationMoments(db),
    generatedConversations: createGeneratedConversations(db),
    remarks: createRemarks(db),
    projectSettings: createProjectSettings(db),
    close() {
      if (db.open) db.close();
    },
  };
}
