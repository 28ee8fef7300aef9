import { usePageAddress } from '../page-address.ts';
import { WORDS } from '../words.ts';
import './page-views.css';

interface View {
  /** Value of the parameter `view`; the first view has none. */
  readonly id?: string;
  readonly title: string;
}

/** Links to the views of a page. */
export function PageViews({ views }: { readonly views: readonly View[] }) {
  const address = usePageAddress();
  const shown = address.query.get('view') ?? undefined;
  return (
    <nav class="page-views" aria-label={WORDS.bar.views}>
      {views.map(({ id, title }) => (
        <a key={title} href={address.with({ view: id })} aria-current={id === shown ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
