import type { NoticeKind } from './model.ts';

/** Notices of a handoff, created by its status events (M-13.7). `begins`: the suggestions of earlier messages no longer apply. */
export const HANDOFF_NOTICES: Readonly<Record<NoticeKind, 'begins' | 'follows' | null>> = {
  handoff_started: 'begins',
  queue_status: 'begins',
  live_agent_joined: 'begins',
  live_agent_left: 'follows',
  agent_left: 'follows',
  handoff_failed: 'follows',
  handoff_timeout: 'follows',
  client_handoff_required: 'follows',
  agent_unavailable: null,
  slow_reply: null,
  idle_warning: null,
  conversation_ended: null,
  session_expired: null,
  too_many_windows: null,
  system: null,
};
