import { useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';
import { plural } from '../locales/plural.ts';

const DOWN_ICON = 'M12 5v14M5.5 12.5 12 19l6.5-6.5';

interface NewMessagesProps {
  /** Number of messages below the visible part; 0: the current one continues below. */
  readonly count: number;
  scrollToEnd(): void;
}

/** Button that scrolls to the end. It shows the number of new messages below the visible part, or that the current one continues. */
export function NewMessages({ count, scrollToEnd }: NewMessagesProps) {
  const { locale, strings } = useWidget();
  const texts = strings.value;
  return (
    <button type="button" class="new-messages" onClick={scrollToEnd}>
      <Icon path={DOWN_ICON} />
      <span>{count > 0 ? plural(texts.newCount, count, locale.value) : texts.readOn}</span>
    </button>
  );
}
