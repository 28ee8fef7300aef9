import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { useScope } from '../scope.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from './icons.tsx';

/** Connection or handoff state, under the title. */
function StatusLine() {
  const { chat, locale, rest, strings } = useScope();
  const texts = strings.value;
  const connection = chat.connection.value;
  const isOnline = connection === 'online';
  const isConnecting = connection === 'connecting' || connection === 'idle';
  // The banner explains the other states.
  if (!isOnline && !isConnecting) return null;
  return (
    <p class="status">
      {isConnecting
        ? texts[connection]
        : (rest.value?.handoffLabel(chat, texts, locale.value) ?? texts.online)}
    </p>
  );
}

/** Id of the panel's name. Ids are local to the shadow root. */
export const TITLE_ID = 'foyer-title';

export function Header() {
  const scope = useScope();
  const { chat, config, options, rest, strings, close } = scope;
  const { avatarOf, Menu } = rest.value ?? {};
  const person = chat.liveAgent.value;
  const { header, header_style, agent } = config.value ?? NO_CONFIG;
  return (
    // Not a `<header>`: that would be a second banner landmark in the page.
    <div class="header" part="header" data-style={header_style}>
      <Avatar
        {...((person && avatarOf?.({ author: 'live-agent', person }, scope)) ?? {
          source: header?.image ?? agent?.avatar,
        })}
      />
      <div class="titles">
        <h2 id={TITLE_ID} dir="auto">
          {header?.text ?? '\u00a0'}
        </h2>
        <StatusLine />
      </div>
      {Menu && <Menu />}
      {options.container === undefined && (
        <button type="button" class="icon-button" aria-label={strings.value.close} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
