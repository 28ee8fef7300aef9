import { Avatar } from './avatar.tsx';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

/** Who the visitor is with, in a few words under the title. */
function StatusLine() {
  const { chat, extras, strings } = useScope();
  const words = strings.value;
  const connection = chat.connection.value;
  const isOnline = connection === 'online';
  const isComing = connection === 'connecting' || connection === 'idle';
  // The banner has the reason; here it is enough that nobody is there.
  if (!isOnline && !isComing) return null;
  return (
    <p class="status" data-online={isOnline}>
      {isComing ? words[connection] : (extras.value?.companyOf(chat, words) ?? words.online)}
    </p>
  );
}

/** The panel's name; a shadow root has its own ids. */
export const TITLE_ID = 'foyer-title';

export function Header() {
  const { config, extras, options, strings, close } = useScope();
  const Menu = extras.value?.Menu;
  const { header, agent } = config.value ?? {};
  return (
    // No landmark: a page has its own banner.
    <div class="header" part="header">
      <Avatar name={header?.text} trusted={header?.image ?? agent?.avatar} isPerson={false} />
      <div class="titles">
        <h2 id={TITLE_ID}>{header?.text ?? '\u00a0'}</h2>
        <StatusLine />
      </div>
      {Menu && <Menu />}
      {options.container === undefined && (
        <button type="button" class="quiet" aria-label={strings.value.close} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
