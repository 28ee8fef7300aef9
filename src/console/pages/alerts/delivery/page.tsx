import { Refusal } from '../../../parts/states.tsx';
import { Time } from '../../../parts/time.tsx';
import { useReading } from '../../../remote.ts';
import { useServices } from '../../../services.ts';
import { useAction } from '../../../use-action.ts';
import { Endpoints } from './endpoints.tsx';
import { FactSection } from './fact-section.tsx';
import { Received } from './received.tsx';
import { Receivers } from './receivers.tsx';
import { words } from './words.ts';
import './page.css';

/** Webhook endpoints of the platform, the secrets of this relay, and the received webhooks. */
export function Delivery() {
  const { calls, session } = useServices();
  const mayWrite = session.scopes.includes('write');
  const secrets = useReading('secrets', (signal) => calls.own('GET', '/webhook-secrets', {}, signal));

  const ending = useAction(secrets.reload);
  const endPrevious = (name: string) =>
    ending.run(calls.call('POST', '/webhook-secrets/{name}/end-previous', { params: { name } }));

  return (
    <div class="delivery">
      <Endpoints
        names={secrets.remote.value.value?.secrets.map(({ name }) => name) ?? []}
        onChanged={secrets.reload}
      />
      <Refusal text={ending.failure.value} />
      <FactSection
        title={words.secrets}
        reading={secrets}
        itemsOf={(answer) => answer.secrets}
        empty={words.noSecrets}
        keyOf={({ name }) => name}
        row={({ name, currentSince, previousUntil, isRotating, nextStep }) => (
          <>
            <span>
              <bdi>{name}</bdi>{' '}
              <span class="hint">
                {currentSince && (
                  <>
                    {words.since} <Time iso={currentSince} />
                  </>
                )}
                {previousUntil && (
                  <>
                    {' · '}
                    {words.previousUntil} <Time iso={previousUntil} />
                  </>
                )}
              </span>
              {isRotating && <p class="hint">{words.rotating}</p>}
              {nextStep && <p class="hint">{nextStep}</p>}
            </span>
            {mayWrite && previousUntil && (
              <button type="button" onClick={() => endPrevious(name)}>
                {words.endPrevious}
              </button>
            )}
          </>
        )}
      />
      <Receivers />
      <Received />
    </div>
  );
}
