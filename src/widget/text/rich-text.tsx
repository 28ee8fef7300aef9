import { useLayoutEffect, useRef } from 'preact/hooks';
import { useScope } from '../context/widget-context.ts';
import { createFormattedText } from './formatted-text.ts';

/** Markdown from the site's configuration. */
export function RichText({ text }: { readonly text: string }) {
  const scope = useScope();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    element.current.replaceChildren();
    const markdown = createFormattedText(element.current, scope);
    markdown.write(text);
    markdown.end();
  }, [text, scope]);
  return <div class="text" dir="auto" ref={element} />;
}
