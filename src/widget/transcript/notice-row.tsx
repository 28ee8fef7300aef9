import type { Notice } from '../../chat/model.ts';
import { useOnDemand } from '../deferred/use-on-demand.ts';

/** Row of a notice. Many conversations have none, so the notices load on demand. */
export function NoticeRow({ notice }: { readonly notice: Notice }) {
  const { Notice } = useOnDemand();
  return Notice ? <Notice notice={notice} /> : null;
}
