import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { linkUrl } from '../../text/links.ts';
import { type ShownChat, useSeldom, useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { needsHelp, wasNobodyReached } from '../elements/needs-help.ts';
import { personRequestText, requestPerson } from '../elements/person-request.ts';
import { textForLocale } from '../locales/text-for-locale.ts';

/** Id of the entry after which help was last announced. A panel that opens again shows the row without announcing it. */
const announcedAfter = new WeakMap<ShownChat, string | undefined>();

/** The button that opens the form for a message. */
function Leaving({ isCutOff }: { readonly isCutOff: boolean }) {
  const { chat, strings, ui } = useWidget();
  const { state, text } = ui.leaving;
  const isOpen = state.value !== 'shut';
  const isClosed = chat.trouble.value?.code === 'closed';
  const parts = useSeldom(isOpen, () => {
    state.value = 'shut';
    announce(ui, strings.peek().unreachable);
  });

  function toggle(): void {
    // The composer is not there, or what it sends does not arrive.
    if (isCutOff) text.value ||= ui.draft.peek();
    state.value = state.peek() === 'open' ? 'shut' : 'open';
    // The form has the focus: neither composer nor notice takes it when it appears.
    ui.focusOnOpen.value = false;
  }

  return (
    <>
      <button type="button" class="small-button" aria-expanded={isOpen} onClick={toggle}>
        {strings.value.leaveMessage}
      </button>
      {isOpen && parts && (
        <parts.LeaveMessage reason={isClosed ? 'closed' : isCutOff ? 'unreachable' : 'nobody'} />
      )}
    </>
  );
}

/** Other ways to reach the site, when the conversation does not help: a person, a call, an email, if they are configured. */
export function HelpRow() {
  const context = useWidget();
  const { chat, config, locale, strings, ui } = context;
  const texts = strings.value;
  const { help, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const phrases = (help?.not_understood && textForLocale(help.not_understood, locale.value, fallback)) ?? [];
  const isCutOff = chat.connection.value === 'failed' || ui.wait.value === 'long';
  // Without a connection the request would reach nobody.
  const words = isCutOff ? undefined : personRequestText(context);
  const phone = help?.phone === undefined ? undefined : linkUrl(help.phone);
  const email = help?.email === undefined ? undefined : linkUrl(help.email);
  const isNeeded = useComputed(() => needsHelp(chat.order.value, (id) => chat.entry(id).value, phrases));
  const isUnreached = useComputed(() => wasNobodyReached(chat.order.value, (id) => chat.entry(id).value));
  // A relay that refuses the page takes no message of it either.
  const isRefused = chat.trouble.value?.detail === 'origin_not_allowed';
  const takesMessages = config.value?.messages === true && !isRefused;
  const hasWays = words !== undefined || phone !== undefined || email !== undefined || takesMessages;
  const isLeaving = ui.leaving.state.value !== 'shut';
  // The form stays in place when the chat comes back.
  const isShown =
    (hasWays && (isCutOff || isNeeded.value)) || (takesMessages && isUnreached.value) || isLeaving;

  useEffect(() => {
    const lastId = chat.order.peek().at(-1);
    if (!isShown || announcedAfter.get(chat) === lastId) return;
    announcedAfter.set(chat, lastId);
    announce(ui, texts.needHelp);
  }, [isShown]);

  if (!isShown) return null;
  return (
    <fieldset class="help" aria-label={texts.needHelp}>
      <p class="hint">{texts.needHelp}</p>
      {words !== undefined && (
        <button type="button" class="small-button" onClick={() => requestPerson(context, words)}>
          {texts.talkToPerson}
        </button>
      )}
      {phone && (
        <a class="small-button" href={phone.href}>
          {texts.callUs}
        </a>
      )}
      {email && (
        <a class="small-button" href={email.href}>
          {texts.writeEmail}
        </a>
      )}
      {takesMessages && <Leaving isCutOff={isCutOff} />}
    </fieldset>
  );
}
