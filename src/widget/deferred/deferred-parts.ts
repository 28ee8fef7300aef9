/**
 * The chunk that implements `DeferredParts`. It loads once the chat is online, so that it does not delay the first
 * conversation. Until then answers show as plain text.
 */

import { onDemandPart } from './on-demand-part.tsx';

export { CharacterCounter } from '../composer/late-character-counter.tsx';
export { Suggestions } from '../composer/suggestions.tsx';
export { Announcer } from '../shell/announcer.tsx';
export { Menu } from '../shell/menu.tsx';
export { SmallScreen } from '../shell/small-screen.ts';
export { applyColours } from '../shell/theme.ts';
export { updateUnreadBadge } from '../shell/unread-badge.ts';
export { Delivery } from '../transcript/delivery.tsx';
export { DeliveryError, InterruptedHint } from '../transcript/delivery-error.tsx';
export { errorText } from '../transcript/error-text.ts';
export { FollowEnd } from '../transcript/follow-end.tsx';
export { handoffLabel } from '../transcript/handoff-label.ts';
export { MessageAttachments } from '../transcript/message-attachments.tsx';
export { StreamingText } from '../transcript/streaming-text.tsx';
export { TypingIndicator } from '../transcript/typing-indicator.tsx';
export { default as css } from './deferred-parts.css?inline';

export const DaySeparator = onDemandPart((parts) => parts.DaySeparator);
export const Notice = onDemandPart((parts) => parts.Notice);
