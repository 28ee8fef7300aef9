import { withAllStrings } from '../locales/on-demand-strings.ts';
import { useScope } from '../scope.ts';
import { Icon } from '../shell/icons.tsx';

const DOWN_ICON = 'M12 5v14M5.5 12.5 12 19l6.5-6.5';

/** Button that leads to new messages below the visible ones. */
export function NewMessages({ scrollToEnd }: { readonly scrollToEnd: () => void }) {
  const { strings } = useScope();
  return (
    <button type="button" class="new-messages" onClick={scrollToEnd}>
      <Icon path={DOWN_ICON} />
      {withAllStrings(strings.value).newMessages}
    </button>
  );
}
