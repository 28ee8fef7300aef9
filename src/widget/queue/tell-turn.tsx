import { effect, type Signal, signal, useSignal } from '@preact/signals';
import { own } from '../../base/own.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
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

function notify({ chat, config, open, strings }: WidgetContext): void {
  const texts = strings.peek();
  const name = stripBidiControls(chat.liveAgent.peek()?.name ?? texts.liveAgent);
  const body = config.peek()?.header.text ?? '';
  try {
    const notification = new Notification(interpolate(texts.joined, { name }), own({ body }));
    notification.onclick = () => {
      focus();
      open();
      notification.close();
    };
  } catch {
    // The browser shows none after all. Title and sound tell it, too.
  }
}

function wishOf(context: WidgetContext): Signal<boolean> {
  const { chat } = context;
  const known = wishes.get(chat);
  if (known) return known;
  const wish = signal(false);
  wishes.set(chat, wish);
  effect(() => {
    if (chat.handoff.value !== 'live' || !wish.peek()) return;
    wish.value = false;
    if (document.hidden) notify(context);
  });
  return wish;
}

/** M-13.10: offers a notification when a person joins while the page is hidden. Only the press asks for the permission. */
export function TellTurn() {
  const context = useWidget();
  const wish = wishOf(context);
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
