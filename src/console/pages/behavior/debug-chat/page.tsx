import { useState } from 'preact/hooks';
import type { Detail } from '../../../answers.ts';
import { usePageAddress } from '../../../page-address.ts';
import { RemoteView } from '../../../parts/states.tsx';
import { readDetail } from '../../../read-detail.ts';
import { useReading } from '../../../remote.ts';
import { useServices } from '../../../services.ts';
import { turnAnswer } from './answers.ts';
import { begin, DEBUG_CHAT, type Setup, withTurn } from './chat.ts';
import { ChatView } from './chat-view.tsx';
import { SetupForm } from './setup-form.tsx';
import './page.css';

/** The relay waits as long for the agent. */
const WITHIN_MS = 65_000;

/** The visitor's messages of a conversation. */
const scriptOf = (from: Detail | undefined) => from?.turns.flatMap((turn) => turn.userInput || []) ?? [];

function Talk({ from }: { readonly from: Detail | undefined }) {
  const { calls, clock, kept } = useServices();
  const chat = kept(DEBUG_CHAT);
  const { change } = usePageAddress();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const reading = { answer: turnAnswer, withinMs: WITHIN_MS };

  /** Waits for an answer, and says how long it took. */
  async function wait<Value>(call: Promise<Value>): Promise<readonly [Value, number]> {
    const startedAt = clock.now();
    setBusy(true);
    const answered = await call;
    setBusy(false);
    return [answered, clock.now() - startedAt];
  }

  async function start(setup: Setup): Promise<void> {
    const [started, inMs] = await wait(calls.call('POST', '/debug-chat', { body: setup }, reading));
    setFailure(started.ok ? undefined : started.error.message);
    const origin = { again: from?.conversationId, script: scriptOf(from) };
    if (started.ok) chat.value = begin(setup, origin, started.value, inMs);
  }

  async function say(text: string): Promise<boolean> {
    const current = chat.peek();
    if (!current) return false;
    const { asrLangCode, ttsLangCode, clientEnv } = current.setup;
    const request = {
      params: { conversation_id: current.id },
      body: {
        clientEnv,
        message: text,
        ...(asrLangCode !== undefined && { asrLangCode }),
        ...(ttsLangCode !== undefined && { ttsLangCode }),
      },
    };
    const [answered, inMs] = await wait(
      calls.call('POST', '/debug-chat/{conversation_id}', request, reading),
    );
    setFailure(answered.ok ? undefined : answered.error.message);
    // Another chat may have been begun meanwhile.
    if (answered.ok && chat.peek()?.id === current.id)
      chat.value = withTurn(current, text, answered.value, inMs);
    return answered.ok;
  }

  const current = chat.value;
  return current && (!from || current.again === from.conversationId) ? (
    <ChatView
      chat={current}
      isBusy={isBusy}
      failure={failure}
      onSay={say}
      onNew={() => {
        chat.value = undefined;
        setFailure(undefined);
        change({ again: null }, 'replace');
      }}
    />
  ) : (
    <SetupForm from={from} isBusy={isBusy} failure={failure} onStart={(setup) => void start(setup)} />
  );
}

function TryAgain({ id }: { readonly id: string }) {
  const { calls } = useServices();
  const reading = useReading<Detail>(id, (signal) => readDetail(calls, id, signal));
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {(read) => <Talk from={read} />}
    </RemoteView>
  );
}

/** A chat with the agent that shows how it decides; begun anew, or with what the visitor of a conversation said. */
export function DebugChat() {
  const chat = useServices().kept(DEBUG_CHAT);
  const id = usePageAddress().query.get('again');
  return id && chat.value?.again !== id ? <TryAgain key={id} id={id} /> : <Talk from={undefined} />;
}
