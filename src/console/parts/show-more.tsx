import { WORDS } from '../words.ts';

/** Button below a list that reads its next page. */
export const ShowMore = ({ onMore }: { readonly onMore: () => unknown }) => (
  <p class="more">
    <button type="button" onClick={() => void onMore()}>
      {WORDS.table.more}
    </button>
  </p>
);
