import { effect, type Signal, signal, useSignal } from '@preact/signals';
import { own } from '../../base/own.ts';
import { type ShownChat, useWidget, type WidgetContext } from '../context/widget-context.ts';

/** Wishes to be told, by conversation. They survive the closing of the panel. */
const wishes = new WeakMap<ShownChat, Signal<boolean>>();

/**
 * True if a notification can be shown. Frames of other origins may not ask, and browsers of phones show none of a page: where they know
 * the constructor, it throws.
 */
const canNotify = (): boolean =>
  typeof Notification === 'function' &&
  self === top &&
  Notification.permission !== 'denied' &&
  !matchMedia('(pointer: coarse)').matches;

function notify({ config, open }: WidgetContext, title: string): void {
  const body = config.peek()?.header.text ?? '';
  try {
    const notification = new Notification(title, own({ body }));
    notification.onclick = () => {
      focus();
      open();
      notification.close();
    };
  } catch {
    // The browser shows none after all. Title and sound tell it, too.
  }
}

function wishOf(context: WidgetContext, joinedText: () => string): Signal<boolean> {
  const { chat } = context;
  const known = wishes.get(chat);
  if (known) return known;
  const wish = signal(false);
  wishes.set(chat, wish);
  effect(() => {
    if (chat.handoff.value !== 'live' || !wish.peek()) return;
    wish.value = false;
    if (document.hidden) notify(context, joinedText());
  });
  return wish;
}

/** M-13.10: offers a notification when a person joins while the page is hidden. Only the press asks for the permission. */
export function TellTurn({ joinedText }: { joinedText(): string }) {
  const context = useWidget();
  const wish = wishOf(context, joinedText);
  const isPossible = useSignal(canNotify());

  async function toggle(): Promise<void> {
    wish.value = !wish.peek() && (await Notification.requestPermission()) === 'granted';
    isPossible.value = canNotify();
  }

  return isPossible.value ? (
    <button type="button" class="tell-turn" aria-pressed={wish.value} onClick={toggle}>
      {context.strings.value.tellMe}
    </button>
  ) : null;
}
