import { useState } from 'preact/hooks';
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
  const [tested, setTested] = useState<readonly AlertReceiver[]>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const reading = useReading('receivers', (signal) => calls.own('GET', PATH, {}, signal));

  async function test(): Promise<void> {
    setBusy(true);
    const sent = await calls.own('POST', `${PATH}/test`, {});
    setBusy(false);
    setFailure(sent.ok ? undefined : sent.error.message);
    if (sent.ok) setTested(sent.value.receivers);
  }

  const hasReceivers = (reading.remote.value.value?.receivers.length ?? 0) > 0;
  return (
    <>
      <Refusal text={failure} />
      <FactSection
        title={words.receivers}
        reading={reading}
        itemsOf={({ receivers }) => receivers.map((receiver, nth) => ({ ...receiver, nth }))}
        empty={words.noReceivers}
        keyOf={({ nth }) => String(nth)}
        row={({ kind, host, nth }) => {
          const result = tested?.[nth];
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
            <button type="button" disabled={isBusy} onClick={() => void test()}>
              {words.test}
            </button>
          )
        }
      />
    </>
  );
}
