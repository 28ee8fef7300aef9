import type { SiteConfig } from '../config/config.ts';
import { measuredPost } from '../services/metrics.ts';
import type { Services, SiteServices } from '../services/services.ts';
import { createDialectMemory } from '../store/dialects.ts';
import { createLimits, type Limits } from '../store/limits.ts';
import { createSessionStore } from '../store/sessions.ts';
import { storeOfSite } from '../store/store-of-site.ts';
import { createWaits } from '../store/waits.ts';
import type { Connect } from '../upstream/handshake.ts';
import { createMessagingHost } from '../upstream/messaging-host.ts';
import type { Post } from '../upstream/post.ts';
import { createAdmission } from './admission.ts';
import { availabilityAt } from './availability.ts';
import { createBinding } from './binding.ts';
import { servedConfig } from './browser-files.ts';
import { createFeedbackReceiver } from './feedback.ts';
import { createFramePage } from './frame.ts';
import { createLeftMessages } from './left-messages.ts';
import { createSessions } from './sessions.ts';
import { createTickets } from './tickets.ts';

/** Dependencies that all sites of a relay share. */
export interface SharedParts extends Services {
  readonly post: Post;
  readonly connect: Connect;
  /** Requests per minute; overrides the configuration. */
  readonly limits: Partial<Limits> | undefined;
}

export type Site = ReturnType<typeof createSite>;

/** One site: its sessions, limits and pages, and its part of the store. */
export function createSite(config: SiteConfig, shared: SharedParts) {
  const { clock, post, createContent } = shared;
  const { socket } = shared.config;
  const { name } = config;
  const own: SiteServices = {
    ...shared,
    store: storeOfSite(shared.store, name),
    metrics: shared.metrics.ofSite(name),
    log: name === '' ? shared.log : shared.log.child({ site: name }),
  };
  const dialects = createDialectMemory(own.store, clock, config.messagingUrl);
  const binding = createBinding(config.resumeBinding, name);
  const limits = createLimits(own.store, config, shared.limits);
  return {
    ...own,
    site: config,
    dialects,
    binding,
    limits,
    admission: createAdmission(config, { ...own, limits }),
    tickets: createTickets(config, own),
    sessions: createSessions(config, {
      ...own,
      socket,
      dialects,
      binding,
      limits,
      store: createSessionStore(own.store),
      host: createMessagingHost(config, { ...own, post: measuredPost(post, own) }),
      connect: shared.connect,
    }),
    /** undefined: the site collects no feedback. */
    feedback: config.widget.feedback ? createFeedbackReceiver(config, { ...own, post }) : undefined,
    waits: createWaits(own),
    leftMessages: createLeftMessages(config, { ...own, post }),
    /** Tells if the site takes new conversations now. */
    availability: () => availabilityAt(config.availability, clock.now()),
    widgetConfig: createContent(JSON.stringify(servedConfig(config)), {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=60',
    }),
    framePage: createFramePage(config, socket, createContent),
  };
}
