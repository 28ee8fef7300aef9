/**
 * What most conversations never need: it loads when it is asked for. Whatever stands here may be missing for a moment, so
 * the views that use it draw nothing, or a plain form, until it is there.
 */
export { animate } from './animate.ts';
export { Attachments, CallActions } from './attachments.tsx';
export { Consent } from './consent.tsx';
export { Disclaimer, Policies } from './disclosure.tsx';
export { Lightbox } from './lightbox.tsx';
export { MenuList } from './menu-list.tsx';
export { default as css } from './occasional.css?inline';
export { PromptBubble } from './prompt-bubble.tsx';
