/**
 * What a conversation can begin without: it loads once the chat is online, while the agent still thinks about its first
 * words, and keeps what a visitor waits for small. Until it is there, answers show as plain text.
 */
export { Announcer } from './announcer.tsx';
export { Attachments, CallActions } from './attachments.tsx';
export { companyOf } from './company.ts';
export { default as css } from './extras.css?inline';
export { Failure, Interrupted } from './failure.tsx';
export { imagePolicy } from './image-policy.ts';
export { createMarkdown } from './markdown.ts';
export { Menu } from './menu.tsx';
export { Notice } from './notice.tsx';
export { reasonOf } from './reason.ts';
export { SmallScreen } from './small-screen.ts';
export { applyColours } from './theme.ts';
