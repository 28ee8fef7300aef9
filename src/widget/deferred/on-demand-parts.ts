/** The chunk that implements `OnDemandParts`. It loads when a view first requests it. */

// Keeps the code that both chunks use in the deferred one: a third file would be another request.
import './deferred-parts.ts';

export { CharacterCounter } from '../composer/character-counter.tsx';
export { animate } from '../shell/animate.ts';
export { Consent } from '../shell/consent.tsx';
export { Disclaimer, Policies } from '../shell/disclosure.tsx';
export { EndCard } from '../shell/end-card.tsx';
export { explainTrouble } from '../shell/explain-trouble.ts';
export { LauncherBubble } from '../shell/launcher-bubble.tsx';
export { MenuList } from '../shell/menu-list.tsx';
export { Overlays } from '../shell/overlays.tsx';
export { SmallScreen } from '../shell/small-screen.ts';
export { showUnread } from '../shell/unread.ts';
export { addCopyButton } from '../text/copy-button.ts';
export { allowedImage } from '../text/image-policy.ts';
export { Attachments, CallActions } from '../transcript/attachments.tsx';
export { DaySeparator } from '../transcript/day-separator.tsx';
export { errorText } from '../transcript/error-text.ts';
export { FarBlocks } from '../transcript/far-blocks.tsx';
export { handoffLabel } from '../transcript/handoff-label.ts';
export { MessageIssue } from '../transcript/message-issue.tsx';
export { NewMessages } from '../transcript/new-messages.tsx';
export { Notice } from '../transcript/notice.tsx';
export { noticeText } from '../transcript/notice-text.ts';
export { default as css } from './on-demand-parts.css?inline';
