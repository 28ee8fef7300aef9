import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Thumb } from '../../protocol/relay.ts';
import { useScope } from '../scope.ts';
import { announce } from '../shell/announce.ts';
import { Icon } from '../shell/icon.tsx';
import { THUMB_DOWN_ICON, THUMB_UP_ICON } from '../shell/thumb-icons.ts';
import { CHECK_ICON, COPY_ICON, copyText } from '../text/copy-text.ts';

const MARKDOWN_ICON = 'M4 17V7l4 5 4-5v10M17 7v10M14 14l3 3 3-3';

type Copied = 'text' | 'markdown' | null;

/** What the visitor can do with an answer: copy it, as text or with its Markdown, and say whether it helped. */
export function AnswerActions({ id, isLast }: { readonly id: string; readonly isLast: boolean }) {
  const { chat, config, strings, ui } = useScope();
  const texts = strings.value;
  const bar = useRef<HTMLDivElement>(null);
  const copied = useSignal<Copied>(null);
  const hasMarks = useSignal(false);
  const rating = ui.ratings.value.get(id);
  const element = () => bar.current?.parentElement?.querySelector<HTMLElement>('.text');
  const source = () => {
    const entry = chat.entry(id).peek();
    return entry?.kind === 'message' ? entry.text : '';
  };

  useEffect(() => {
    hasMarks.value = 'clipboard' in navigator && element()?.textContent.trim() !== source().trim();
  }, [id]);

  async function copy(as: Exclude<Copied, null>): Promise<void> {
    const shown = element();
    if (!shown || !(await copyText(as === 'text' ? shown.innerText : source(), shown))) return;
    copied.value = as;
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
  const copyButton = (as: Exclude<Copied, null>, label: string, path: string) =>
    button(label, copied.value === as ? CHECK_ICON : path, () => void copy(as));

  return (
    <div
      class="answer-actions"
      data-end={isLast || undefined}
      ref={bar}
      onFocusOut={() => {
        copied.value = null;
      }}
    >
      {copyButton('text', texts.copyAnswer, COPY_ICON)}
      {hasMarks.value && copyButton('markdown', texts.copyMarkdown, MARKDOWN_ICON)}
      {config.value?.feedback && (
        <>
          {button(texts.helpful, THUMB_UP_ICON, () => void rate('up'), rating === 'up')}
          {button(texts.notHelpful, THUMB_DOWN_ICON, () => void rate('down'), rating === 'down')}
        </>
      )}
    </div>
  );
}
