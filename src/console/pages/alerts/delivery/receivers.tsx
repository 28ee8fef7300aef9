import { useSignal } from '@preact/signals';
import type { AlertReceiver } from '../../../answers.ts';
import { Refusal } from '../../../parts/states.tsx';
import { useReading } from '../../../remote.ts';
import { useServices } from '../../../services.ts';
import { FactSection } from './fact-section.tsx';
import { words } from './words.ts';

const PATH = '/alert-receivers';

/** Lists those whom this relay tells of alerts, and tests whether a message reaches them. */
export function Receivers() {
  const { calls, session } = useServices();
  const tested = useSignal<readonly AlertReceiver[] | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const reading = useReading('receivers', (signal) => calls.own('GET', PATH, {}, signal));

  async function test(): Promise<void> {
    isBusy.value = true;
    const sent = await calls.own('POST', `${PATH}/test`, {});
    isBusy.value = false;
    failure.value = sent.ok ? undefined : sent.error.message;
    if (sent.ok) tested.value = sent.value.receivers;
  }

  const hasReceivers = (reading.remote.value.value?.receivers.length ?? 0) > 0;
  return (
    <>
      <Refusal text={failure.value} />
      <FactSection
        title={words.receivers}
        reading={reading}
        itemsOf={({ receivers }) => receivers.map((receiver, nth) => ({ ...receiver, nth }))}
        empty={words.noReceivers}
        keyOf={({ nth }) => String(nth)}
        row={({ kind, host, nth }) => {
          const result = tested.value?.[nth];
          return (
            <>
              <span>
                {kind} <span class="hint">{host}</span>
              </span>
              {result && (
                <span class={result.failure === undefined ? 'hint' : 'error'} role="status">
                  {result.failure === undefined ? words.tested : words.testFailed(result.failure)}
                </span>
              )}
            </>
          );
        }}
        action={
          hasReceivers &&
          session.scopes.includes('write') && (
            <button type="button" disabled={isBusy.value} onClick={() => void test()}>
              {words.test}
            </button>
          )
        }
      />
    </>
  );
}
