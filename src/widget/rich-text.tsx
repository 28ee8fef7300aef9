import { useLayoutEffect, useRef } from 'preact/hooks';
import { useScope } from './scope.ts';

/** The site's own words, in Markdown; plain until its renderer has loaded. */
export function RichText({ text }: { readonly text: string }) {
  const scope = useScope();
  const element = useRef<HTMLDivElement>(null);
  const extras = scope.extras.value;
  useLayoutEffect(() => {
    element.current?.replaceChildren(...(extras ? [] : [text]));
    if (!element.current || !extras) return;
    const markdown = extras.createFormatted(element.current, scope);
    markdown.write(text);
    markdown.end();
  }, [text, extras, scope]);
  return <div class="text" ref={element} />;
}
