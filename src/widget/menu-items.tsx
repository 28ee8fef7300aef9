import { Policies } from './disclosure.tsx';
import { save, transcriptJson, transcriptText } from './download.ts';
import { withExtras } from './extras.ts';
import { useScope } from './scope.ts';
import { createSound } from './sound.ts';

/** What the menu offers. `choose` closes it and does what was chosen. */
export function MenuItems({ choose }: { readonly choose: (act: () => void) => void }) {
  const scope = useScope();
  const { chat, clock, config, strings, ui } = scope;
  const words = withExtras(strings.value);
  const connection = chat.connection.value;
  const isEmpty = chat.order.value.length === 0;
  const isLoud = ui.sound.value !== null;
  const fileName = `chat-${new Date(clock.now()).toISOString().slice(0, 10)}`;

  const item = (label: string, act: () => void, isDisabled = false) => (
    <button type="button" role="menuitem" tabIndex={-1} disabled={isDisabled} onClick={() => choose(act)}>
      {label}
    </button>
  );

  return (
    <>
      {item(words.end, chat.end, connection === 'ended' || connection === 'idle')}
      {item(words.restart, chat.restart)}
      {item(
        words.download,
        () => save(`${fileName}.txt`, 'text/plain', transcriptText(scope, words)),
        isEmpty,
      )}
      {item(
        `${words.download} (JSON)`,
        () => save(`${fileName}.json`, 'application/json', transcriptJson(scope)),
        isEmpty,
      )}
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={isLoud}
        tabIndex={-1}
        onClick={() => {
          ui.sound.value?.dispose();
          ui.sound.value = isLoud ? null : createSound();
          ui.sound.value?.play();
        }}
      >
        {words.sound}
      </button>
      {config.value?.policies?.place !== 'composer' && <Policies />}
    </>
  );
}
