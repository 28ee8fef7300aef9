import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Thumb } from '../../protocol/relay.ts';
import { scaleOf } from '../../protocol/widget-config.ts';
import { type ShownChat, useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { Icon } from '../elements/icon.tsx';
import { thumbIcons } from '../elements/thumb-icons.ts';
import { CHECK_ICON, COPY_ICON, copyText } from '../text/copy-text.ts';

const MORE_ICON = 'M5.5 12h.01M12 12h.01M18.5 12h.01';

/** Height above which an answer has more than one line of text. */
const ONE_LINE_PX = 54;

/** True for an answer from before the visitor's first message. */
function isGreeting({ order, entry }: ShownChat, id: string): boolean {
  const found = order.peek().find((at) => {
    const other = entry(at).peek();
    return at === id || (other?.kind === 'message' && other.author === 'user');
  });
  return found === id;
}

/** Buttons of an answer: copy it and rate it. On touch screens one button opens them, and short answers have none. */
export function AnswerActions({ id }: { readonly id: string }) {
  const { chat, config, strings, ui } = useWidget();
  const texts = strings.value;
  const bar = useRef<HTMLDivElement>(null);
  const isCopied = useSignal(false);
  // Read once at rendering: a listener for each answer would only serve visitors who change their pointer meanwhile.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isShort = useSignal(true);
  const isOpen = useSignal(false);
  const rating = ui.ratings.value.get(id);
  // One scale per chat: with stars at its end there are no thumbs at each answer.
  const rates = scaleOf(config.value) === 'thumbs';

  useEffect(() => {
    const bubble = bar.current?.parentElement?.querySelector('.bubble');
    if (!isTouch || !bubble) return;
    const observer = new ResizeObserver(() => {
      isShort.value = bubble.clientHeight < ONE_LINE_PX;
    });
    observer.observe(bubble);
    return () => observer.disconnect();
  }, [isTouch, isShort]);

  // After the auto-scroll has measured the answer and stopped at its beginning.
  useEffect(() => {
    if (isOpen.value) bar.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen.value]);

  async function copy(): Promise<void> {
    const shown = bar.current?.parentElement?.querySelector<HTMLElement>('.text');
    if (!shown || !(await copyText(shown.innerText, shown))) return;
    isCopied.value = true;
    announce(ui, texts.copied);
  }

  async function rate(value: Thumb): Promise<void> {
    const before = ui.ratings.peek();
    if (before.get(id) === value) return;
    ui.ratings.value = new Map(before).set(id, value);
    if (await chat.rate({ rating: value, messageId: id })) return;
    ui.ratings.value = before;
    announce(ui, texts.unreachable);
  }

  const button = (label: string, path: string, action: () => void, isPressed?: boolean) => (
    <button type="button" aria-label={label} aria-pressed={isPressed} title={label} onClick={action}>
      <Icon path={path} />
      {isTouch && label}
    </button>
  );
  const labels = rates ? [texts.copyAnswer, texts.helpful, texts.notHelpful] : [texts.copyAnswer];

  return (
    <div
      class="answer-actions"
      hidden={isTouch && (isShort.value || isGreeting(chat, id))}
      ref={bar}
      onFocusOut={() => {
        isCopied.value = false;
      }}
    >
      {isTouch && (
        <button
          type="button"
          class="more"
          aria-label={labels.join(', ')}
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          <Icon path={MORE_ICON} />
        </button>
      )}
      {(!isTouch || isOpen.value) && (
        <>
          {button(texts.copyAnswer, isCopied.value ? CHECK_ICON : COPY_ICON, () => void copy())}
          {rates && (
            <>
              {button(texts.helpful, thumbIcons.up, () => void rate('up'), rating === 'up')}
              {button(texts.notHelpful, thumbIcons.down, () => void rate('down'), rating === 'down')}
            </>
          )}
        </>
      )}
    </div>
  );
}
