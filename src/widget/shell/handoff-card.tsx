import { useComputed, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { QueueStatus } from '../../chat/model/model.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import type { QueuePartsProps } from '../context/queue-parts-props.ts';
import { toggleSound } from '../context/sound.ts';
import { useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { avatarOf } from '../elements/author-avatar.ts';
import { Avatar } from '../elements/avatar.tsx';
import { Icon } from '../elements/icon.tsx';
import { queueText } from '../elements/notice-text.ts';
import { handoffState, JOINED_MS, waitedSeconds } from './handoff-state.ts';

const BELL_ICON = 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4';
const CLOCK_ICON = 'M12 3a9 9 0 1 0 .1 0M12 7v5l3.5 2';

/**
 * Card over the beginning of the transcript. While the visitor waits for a person: the place in the queue. Then, for some seconds,
 * the person who has joined; afterwards the header names them (M-13.9). Hidden from assistive technology: it gets the notices.
 */
export function HandoffCard() {
  const context = useWidget();
  const { chat, clock, locale, strings, ui } = context;
  const texts = strings.value;
  const now = useSignal(clock.now());
  const state = useComputed(() => handoffState(chat, Math.max(now.value, clock.now()))).value;
  const QueueParts = useSignal<FunctionComponent<QueuePartsProps> | null>(null);
  const usual = useSignal<number | null>(null);
  const isWaiting = state.status === 'waiting';
  const joinedAt = state.status === 'joined' ? state.joinedAt : null;

  useEffect(() => {
    if (joinedAt === null) return;
    return clock.after(joinedAt + JOINED_MS - clock.now(), () => {
      now.value = clock.now();
    });
  }, [joinedAt, clock, now]);

  // Few visitors wait for a person.
  useEffect(() => {
    if (!isWaiting) return;
    import('../queue/queue-parts.tsx').then(
      (parts) => {
        QueueParts.value = parts.QueueParts;
      },
      () => {},
    );
  }, [isWaiting, QueueParts]);

  useLayoutEffect(() => {
    ui.handoffCard.value = state.status;
    return () => {
      ui.handoffCard.value = 'none';
    };
  }, [state.status, ui]);

  const joinedText = () => {
    const name = stripBidiControls(chat.liveAgent.value?.name ?? strings.value.liveAgent);
    return interpolate(strings.value.joined, { name });
  };

  const textOf = (queue: QueueStatus) =>
    queue.displayMessage ?? queueText(queue, strings.value, locale.value, usual.value);

  useEffect(() => {
    // The notices, which assistive technology gets, do not name it.
    if (usual.value !== null && state.status === 'waiting' && state.queue) announce(ui, textOf(state.queue));
  }, [usual.value]);

  if (state.status === 'none') return null;
  if (state.status === 'joined') {
    const person = chat.liveAgent.value ?? {};
    return (
      <div class="handoff-card" data-joined>
        <Avatar {...avatarOf({ author: 'live-agent', person }, context)} />
        <strong aria-hidden="true">{joinedText()}</strong>
      </div>
    );
  }
  const { queue, fraction } = state;
  return (
    <div class="handoff-card">
      <Icon path={CLOCK_ICON} />
      <div>
        <div aria-hidden="true">
          <strong>{texts.waiting}</strong>
          <p class="hint" dir={queue?.displayMessage ? 'auto' : undefined}>
            {queue ? textOf(queue) : texts.meanwhile}
          </p>
        </div>
        {QueueParts.value && (
          <QueueParts.value
            queue={queue}
            joinedText={joinedText}
            waitedSeconds={waitedSeconds}
            usual={usual}
          />
        )}
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.sound}
        aria-pressed={ui.sound.value !== null}
        onClick={() => toggleSound(ui)}
      >
        <Icon path={BELL_ICON} />
      </button>
      <div
        class="queue-progress"
        data-unknown={fraction === null || undefined}
        style={`--_fraction: ${fraction ?? 0.3}`}
        aria-hidden="true"
      />
    </div>
  );
}
