import { isAi } from '../../protocol/widget-config.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { useWidget } from '../context/widget-context.ts';
import { Avatar, agentImage } from '../elements/avatar.tsx';
import { Icon } from '../elements/icon.tsx';

/** Id of the panel's name. Ids are local to the shadow root. */
export const TITLE_ID = 'foyer-title';

const CLOSE_ICON = 'M6 9.5l6 6 6-6';

/** The joined person, after their card was removed. Independent of the connection (M-13.9). */
function usePerson() {
  const { chat, ui } = useWidget();
  return chat.connection.value === 'ended' || ui.handoffCard.value === 'joined' ? null : chat.liveAgent.value;
}

/** The site's title with the kind of the agent, or with the state of the connection; or the joined person with the site's title. */
function Titles() {
  const { chat, config, strings, ui } = useWidget();
  const texts = strings.value;
  const connection = chat.connection.value;
  const person = usePerson();
  const title = config.value?.header.text ?? '\u00a0';
  if (person)
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
        <p class="status">
          {connection === 'connecting' && ui.wait.value !== 'short'
            ? texts.stillConnecting
            : isAi(config.value)
              ? texts.aiAssistant
              : texts[connection]}
        </p>
      )}
    </>
  );
}

export function Header() {
  const context = useWidget();
  const { config, options, lazy, strings, ui, close } = context;
  const { avatarOf, Menu } = lazy.value ?? {};
  const person = usePerson();
  const author = person
    ? ({ author: 'live-agent', person } as const)
    : ({ author: 'agent', person: {} } as const);
  return (
    // Not a `<header>`: that would be a second banner landmark in the page.
    <div
      class="header"
      part="header"
      data-style={config.value?.header_style}
      data-greets={ui.greets.value || undefined}
    >
      <Avatar {...(avatarOf?.(author, context) ?? { source: agentImage(config.value) })} />
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
