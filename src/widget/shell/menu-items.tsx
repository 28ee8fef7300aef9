import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { useScope } from '../scope.ts';
import { saveFile, transcriptJson, transcriptText } from '../transcript/download.ts';
import { Policies } from './disclosure.tsx';
import { createSound } from './sound.ts';

/** Items of the menu. `choose` closes the menu and runs the action. */
export function MenuItems({ choose }: { readonly choose: (action: () => void) => void }) {
  const scope = useScope();
  const { chat, clock, config, strings, ui } = scope;
  const texts = withDeferredStrings(strings.value);
  const connection = chat.connection.value;
  const isEmpty = chat.order.value.length === 0;
  const isSoundOn = ui.sound.value !== null;
  const fileName = `chat-${new Date(clock.now()).toISOString().slice(0, 10)}`;

  const item = (label: string, action: () => void, isDisabled = false) => (
    <button type="button" role="menuitem" tabIndex={-1} disabled={isDisabled} onClick={() => choose(action)}>
      {label}
    </button>
  );

  return (
    <>
      {item(texts.end, chat.end, connection === 'ended' || connection === 'idle')}
      {item(texts.restart, chat.restart)}
      {item(
        texts.download,
        () => saveFile(`${fileName}.txt`, 'text/plain', transcriptText(scope, texts)),
        isEmpty,
      )}
      {item(
        `${texts.download} (JSON)`,
        () => saveFile(`${fileName}.json`, 'application/json', transcriptJson(scope)),
        isEmpty,
      )}
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={isSoundOn}
        tabIndex={-1}
        onClick={() => {
          ui.sound.value?.dispose();
          ui.sound.value = isSoundOn ? null : createSound();
          ui.sound.value?.play();
        }}
      >
        {texts.sound}
      </button>
      {config.value?.policies?.place !== 'composer' && <Policies />}
    </>
  );
}
