import { createMarkdown } from './markdown.ts';
import { type ImagePolicy, remoteImage } from './remote-image.ts';

/** Renders a whole Markdown text into `root`. */
export function renderMarkdown(root: Element, text: string, images: ImagePolicy): void {
  const markdown = createMarkdown(root, (source, alt) => remoteImage(source, alt, images));
  markdown.write(text);
  markdown.end();
}
