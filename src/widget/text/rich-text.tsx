import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { createFormattedText } from './formatted-text.ts';

/** Markdown from the site's configuration. */
export function RichText({ text }: { readonly text: string }) {
  const context = useWidget();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    element.current.replaceChildren();
    const markdown = createFormattedText(element.current, context);
    markdown.write(text);
    markdown.end();
  }, [text, context]);
  return <div class="text" dir="auto" ref={element} />;
}
