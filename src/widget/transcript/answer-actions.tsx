import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Thumb } from '../../protocol/relay.ts';
import { scaleOf } from '../../protocol/widget-config.ts';
import { useScope } from '../scope.ts';
import { announce } from '../shell/announce.ts';
import { Icon } from '../shell/icon.tsx';
import { THUMB_DOWN_ICON, THUMB_UP_ICON } from '../shell/thumb-icons.ts';
import { CHECK_ICON, COPY_ICON, copyText } from '../text/copy-text.ts';

/** Buttons of an answer: copy it, and say whether it helped. */
export function AnswerActions({ id, isLast }: { readonly id: string; readonly isLast: boolean }) {
  const { chat, config, strings, ui } = useScope();
  const texts = strings.value;
  const bar = useRef<HTMLDivElement>(null);
  const isCopied = useSignal(false);
  const rating = ui.ratings.value.get(id);
  // One scale in a chat: stars at its end leave no room for thumbs at each answer.
  const rates = scaleOf(config.value) === 'thumbs';

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
    </button>
  );

  return (
    <div
      class="answer-actions"
      data-end={isLast || undefined}
      ref={bar}
      onFocusOut={() => {
        isCopied.value = false;
      }}
    >
      {button(texts.copyAnswer, isCopied.value ? CHECK_ICON : COPY_ICON, () => void copy())}
      {rates && (
        <>
          {button(texts.helpful, THUMB_UP_ICON, () => void rate('up'), rating === 'up')}
          {button(texts.notHelpful, THUMB_DOWN_ICON, () => void rate('down'), rating === 'down')}
        </>
      )}
    </div>
  );
}
