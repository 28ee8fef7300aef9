import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { stripBidiControls } from '../../text/bidi.ts';
import type { LazyViews } from '../context/lazy-views.ts';
import { useLazy, useWidget, type WidgetContext } from '../context/widget-context.ts';
import { Avatar } from '../elements/avatar.tsx';
import { Icon } from '../elements/icon.tsx';
import { type HandoffState, handoffState, JOINED_MS } from './handoff-state.ts';
import { toggleSound } from './sound.ts';
import { TellTurn } from './tell-turn.tsx';
import { useUsualWait } from './usual-wait.ts';

const BELL_ICON = 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4';
const CLOCK_ICON = 'M12 3a9 9 0 1 0 .1 0M12 7v5l3.5 2';

function joinedText({ chat, strings }: WidgetContext, { interpolate }: LazyViews): string {
  const name = stripBidiControls(chat.liveAgent.value?.name ?? strings.value.liveAgent);
  return interpolate(strings.value.joined, { name });
}

/** The place in the queue, while the visitor waits for a person. */
function Waiting({ queue, fraction }: Extract<HandoffState, { readonly status: 'waiting' }>) {
  const context = useWidget();
  const { locale, strings, ui } = context;
  const lazy = useLazy();
  const texts = strings.value;
  const usual = useUsualWait(queue);
  const text = queue && (queue.displayMessage ?? lazy.queueText(queue, texts, locale.value, usual));

  useEffect(() => {
    // The notices, which assistive technology gets, do not name it.
    if (usual !== null && text) lazy.announce(ui, text);
  }, [usual]);

  return (
    <div class="handoff-card">
      <Icon path={CLOCK_ICON} />
      <div>
        <div aria-hidden="true">
          <strong>{texts.waiting}</strong>
          <p class="hint" dir={queue?.displayMessage ? 'auto' : undefined}>
            {text ?? texts.meanwhile}
          </p>
        </div>
        <TellTurn joinedText={() => joinedText(context, lazy)} />
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

/** The person who has joined. */
function Joined() {
  const context = useWidget();
  const lazy = useLazy();
  const person = context.chat.liveAgent.value ?? {};
  return (
    <div class="handoff-card" data-joined>
      <Avatar {...lazy.avatarOf({ author: 'live-agent', person }, context)} />
      <strong aria-hidden="true">{joinedText(context, lazy)}</strong>
    </div>
  );
}

/**
 * Card over the beginning of the transcript. While the visitor waits for a person: the place in the queue. Then, for some seconds,
 * the person who has joined; afterwards the header names them (M-13.9). Hidden from assistive technology: it gets the notices.
 */
export function HandoffCard() {
  const { chat, clock, ui } = useWidget();
  const { isPersonAwaited } = useLazy();
  const now = useSignal(clock.now());
  const state = useComputed(() =>
    handoffState(chat, isPersonAwaited, Math.max(now.value, clock.now())),
  ).value;
  const joinedAt = state.status === 'joined' ? state.joinedAt : null;

  useEffect(() => {
    if (joinedAt === null) return;
    return clock.after(joinedAt + JOINED_MS - clock.now(), () => {
      now.value = clock.now();
    });
  }, [joinedAt, clock, now]);

  useLayoutEffect(() => {
    ui.handoffCard.value = state.status;
    return () => {
      ui.handoffCard.value = 'none';
    };
  }, [state.status, ui]);

  if (state.status === 'none') return null;
  return state.status === 'joined' ? <Joined /> : <Waiting {...state} />;
}
