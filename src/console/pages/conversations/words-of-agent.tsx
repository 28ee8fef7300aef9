import { useLayoutEffect, useRef } from 'preact/hooks';
import { renderMarkdown } from '../../../text/render-markdown.ts';

/** Pictures are named, not loaded: they may come from anywhere. */
const IMAGES = { hosts: { includes: () => false }, showLabel: '' };

/** A message of the agent, as visitors see it. */
export function Words({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    element.current.replaceChildren();
    renderMarkdown(element.current, text, IMAGES);
  }, [text]);
  return <div ref={element} class="bubble markdown" dir="auto" />;
}
