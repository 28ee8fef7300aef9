import { isAi, NO_CONFIG } from '../../protocol/widget-config.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { useScope } from '../scope.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from './icon.tsx';

/** Id of the panel's name. Ids are local to the shadow root. */
export const TITLE_ID = 'foyer-title';

const CLOSE_ICON = 'M6 9.5l6 6 6-6';

/** The site's title with what answers, or else the state of the connection; or the person whom the visitor talks to with the site's title. */
function Titles() {
  const { chat, config, strings } = useScope();
  const texts = strings.value;
  const connection = chat.connection.value;
  const person = chat.liveAgent.value;
  const title = config.value?.header.text ?? '\u00a0';
  if (person && connection === 'online')
    return (
      <>
        <h2 dir="auto">{stripBidiControls(person.name ?? texts.liveAgent)}</h2>
        <p class="status">
          {person.name !== undefined && `${texts.liveAgent} · `}
          <bdi id={TITLE_ID}>{title}</bdi>
        </p>
      </>
    );
  return (
    <>
      <h2 id={TITLE_ID} dir="auto">
        {title}
      </h2>
      {/* The banner explains the other states. */}
      {(connection === 'online' || connection === 'connecting' || connection === 'idle') && (
        <p class="status">{isAi(config.value) ? texts.aiAssistant : texts[connection]}</p>
      )}
    </>
  );
}

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
        <Titles />
      </div>
      {Menu && <Menu />}
      {options.container === undefined && (
        <button type="button" class="icon-button" aria-label={strings.value.close} onClick={close}>
          <Icon path={CLOSE_ICON} />
        </button>
      )}
    </div>
  );
}
