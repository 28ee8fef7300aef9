/**
 * The chunk that implements `DeferredParts`. It loads once the chat is online, so that it does not delay the first
 * conversation. Until then answers show as plain text.
 */

export { CharacterCounter } from '../composer/late-character-counter.tsx';
export { Suggestions } from '../composer/suggestions.tsx';
export { Announcer } from '../shell/announcer.tsx';
export { Menu } from '../shell/menu.tsx';
export { applyColours } from '../shell/theme.ts';
export { avatarOf } from '../transcript/author-avatar.ts';
export { FollowEnd } from '../transcript/follow-end.tsx';
export { TranscriptBlocks } from '../transcript/transcript-blocks.tsx';
export { TypingIndicator } from '../transcript/typing-indicator.tsx';
export { default as css } from './deferred-parts.css?inline';
