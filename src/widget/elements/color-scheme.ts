import { useWidget } from '../context/widget-context.ts';
import { useMediaQuery } from './media-query.ts';

/** Colour scheme of the chat: the page's, else the visitor's preference. */
export function useColorScheme(): 'light' | 'dark' {
  const { options, ui } = useWidget();
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)').value;
  const scheme = ui.colorScheme.value || options.colorScheme;
  return scheme === 'dark' || (scheme !== 'light' && prefersDark) ? 'dark' : 'light';
}
