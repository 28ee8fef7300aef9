import { type SeldomViews, useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { useHasWritten } from '../elements/has-written.ts';
import { personRequestText, requestPerson } from '../elements/person-request.ts';
import { Policies } from './disclosure.tsx';

/** Items of the menu. `choose` closes the menu and runs the action. */
export function MenuItems({ choose }: { readonly choose: (action: () => void) => void }) {
  const context = useWidget();
  const { chat, config, loadSeldom, options, seldom, strings, ui } = context;
  const texts = strings.value;
  const connection = chat.connection.value;
  const isEmpty = chat.order.value.length === 0;

  const hasWritten = useHasWritten();
  const ask = (question: 'end' | 'restart') => () => {
    ui.overlay.value = question;
  };

  const item = (label: string, action: () => void, isDisabled = false) => (
    <button type="button" role="menuitem" tabIndex={-1} disabled={isDisabled} onClick={() => choose(action)}>
      {label}
    </button>
  );

  const checkbox = (label: string, isChecked: boolean, action: () => void) => (
    <button type="button" role="menuitemcheckbox" aria-checked={isChecked} tabIndex={-1} onClick={action}>
      {label}
    </button>
  );

  /** Does it at once if the seldom parts have loaded: some browsers allow sound only in the handler of the press. */
  const withSeldom = (use: (parts: SeldomViews) => void) => () => {
    if (seldom.value) use(seldom.value);
    else void loadSeldom().then((parts) => (parts ? use(parts) : announce(ui, texts.unreachable)));
  };

  const words = personRequestText(context);

  return (
    <>
      {words && item(texts.talkToPerson, () => requestPerson(context, words))}
      {item(
        texts.download,
        withSeldom((parts) => parts.saveTranscript(context)),
        isEmpty,
      )}
      {checkbox(
        texts.sound,
        ui.sound.value !== null,
        withSeldom((parts) => parts.toggleSound(ui)),
      )}
      {options.readAloud &&
        'speechSynthesis' in globalThis &&
        checkbox(texts.readAloud, ui.readsAloud.value, () => {
          ui.readsAloud.value = !ui.readsAloud.value;
        })}
      {config.value?.policies?.place !== 'composer' && <Policies />}
      <hr />
      {/* Both end the conversation, in all pages of the visitor. */}
      {item(texts.restart, hasWritten && connection !== 'ended' ? ask('restart') : chat.restart)}
      {item(texts.end, ask('end'), connection === 'ended' || connection === 'idle')}
    </>
  );
}
