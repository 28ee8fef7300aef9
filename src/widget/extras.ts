/**
 * What a conversation can begin without: it loads once the chat is online, while the agent still thinks about its first
 * words, and keeps what a visitor waits for small. Until it is there, answers show as plain text.
 */
export { Announcer } from './announcer.tsx';
// For occasional.ts: taken from here, they need no file of their own.
export { byLocale } from './by-locale.ts';
export { companyOf } from './company.ts';
export { Day } from './day.tsx';
export { Enclosures } from './enclosures.tsx';
export { withExtras } from './extra-strings.ts';
export { default as css } from './extras.css?inline';
export { Failure, Interrupted } from './failure.tsx';
export { createFormatted } from './formatted.ts';
export { imagePolicy } from './image-policy.ts';
export { LINK_REL, linkAddress, telAddress } from './links.ts';
export { Menu } from './menu.tsx';
export { Notice } from './notice.tsx';
export { noticeText } from './notice-text.ts';
export { reasonOf } from './reason.ts';
export { Remaining } from './remaining.tsx';
export { remoteImage } from './remote-image.ts';
export { SmallScreen } from './small-screen.ts';
export { Suggestions } from './suggestions.tsx';
export { applyColours } from './theme.ts';
export { Typing } from './typing.tsx';
export { showUnread } from './unread.ts';
