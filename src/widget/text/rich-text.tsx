import { useLayoutEffect, useRef } from 'preact/hooks';
import { useScope } from '../scope.ts';

/** Markdown from the site's configuration; plain text until the renderer has loaded. */
export function RichText({ text }: { readonly text: string }) {
  const scope = useScope();
  const element = useRef<HTMLDivElement>(null);
  const deferred = scope.deferred.value;
  useLayoutEffect(() => {
    element.current?.replaceChildren(...(deferred ? [] : [text]));
    if (!element.current || !deferred) return;
    const markdown = deferred.createFormattedText(element.current, scope);
    markdown.write(text);
    markdown.end();
  }, [text, deferred, scope]);
  return <div class="text" ref={element} />;
}
