/**
 * All code that is not needed to begin a conversation, as one chunk. It loads once the chat is online, so that it does not delay the
 * first word. Until then answers show as plain text.
 */

export { maskSensitive } from '../../base/sensitive.ts';
export { interpolate } from '../../text/interpolate.ts';
export { linkUrl, telUrl } from '../../text/links.ts';
export { firstWords } from '../../text/plain-text.ts';
export { renderMarkdown } from '../../text/render-markdown.ts';
export { ComposerParts } from '../composer/composer-parts.tsx';
export { SensitiveWarning } from '../composer/sensitive-warning.tsx';
export { Suggestions } from '../composer/suggestions.tsx';
export { animate } from '../elements/animate.ts';
export { announce } from '../elements/announce.ts';
export { avatarOf } from '../elements/author-avatar.ts';
export { authorKind, authorName } from '../elements/author-name.ts';
export { noticeText, queueText } from '../elements/notice-text.ts';
export { isPersonAwaited } from '../elements/person-request.ts';
export { thumbIcons } from '../elements/thumb-icons.ts';
export { connectPage } from '../health/connect-page.ts';
export { durationText } from '../locales/duration.ts';
export { plural } from '../locales/plural.ts';
export { english } from '../locales/translations/strings.ts';
export { Announcer } from '../shell/announcer.tsx';
export { Consent } from '../shell/consent.tsx';
export { Policies } from '../shell/disclosure.tsx';
export { EndCard } from '../shell/end-card.tsx';
export { Handoff } from '../shell/handoff.tsx';
export { Menu } from '../shell/menu.tsx';
export { Overlays } from '../shell/overlays.tsx';
export { SmallScreen } from '../shell/small-screen.ts';
export { applyColours } from '../shell/theme.ts';
export { showUnread } from '../shell/unread.ts';
export { RichText } from '../text/rich-text.tsx';
export { errorText } from '../transcript/error-text.ts';
export { FollowEnd } from '../transcript/follow-end.tsx';
export { followLinks } from '../transcript/follow-links.ts';
export { isWithdrawn } from '../transcript/row-view.ts';
export { TranscriptBlocks } from '../transcript/transcript-blocks.tsx';
export { TypingIndicator } from '../transcript/typing-indicator.tsx';
export { default as css } from './rest.css?inline';
