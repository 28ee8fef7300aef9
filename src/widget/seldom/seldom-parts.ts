/**
 * All parts that few conversations need, as one chunk: a bubble at the launcher, a wait for a person, an end, a closed
 * site, a saved transcript.
 */

export { ClosedNotice } from './closed-notice.tsx';
export { saveTranscript } from './download.ts';
export { EndSummary } from './end-summary.tsx';
export { HandoffCard } from './handoff-card.tsx';
export { LauncherBubble } from './launcher-bubble.tsx';
export { LeaveMessage } from './leave-message.tsx';
export { Lightbox } from './lightbox.tsx';
export { default as css } from './seldom.css?inline';
export { toggleSound } from './sound.ts';
