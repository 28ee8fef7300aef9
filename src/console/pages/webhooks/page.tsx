import { useSignal } from '@preact/signals';
import { Dialog } from '../../../ui/dialog.tsx';
import {
  rotation,
  type WebhookEndpoint,
  webhookEndpoints,
  webhookEvents,
  webhookSecrets,
} from '../../answers.ts';
import { countText } from '../../figures.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { timeText } from '../../zone.ts';
import './page.css';

const { webhooks: words } = WORDS;
const REFRESH_MS = 15_000;

interface Rotated {
  readonly secret: string | undefined;
  readonly nextStep: string | undefined;
}

/** Where the platform reports alerts to, the secrets with which this relay verifies them, and what it has received. */
export function WebhooksPage() {
  const { calls, clock, now, session } = useServices();
  const zone = useZone();
  const asked = useSignal<WebhookEndpoint | undefined>(undefined);
  const rotated = useSignal<Rotated | undefined>(undefined);
  const mayWrite = session.scopes.includes('write');
  const endpoints = useReading(
    'endpoints',
    (signal) => calls.call('GET', '/webhook-endpoints', {}, { answer: webhookEndpoints, signal }),
    { clock },
  );
  const secrets = useReading(
    'secrets',
    (signal) => calls.call('GET', '/webhook-secrets', {}, { answer: webhookSecrets, signal }),
    { clock },
  );
  const events = useReading(
    'events',
    (signal) => calls.call('GET', '/webhook-events', {}, { answer: webhookEvents, signal }),
    { clock, everyMs: REFRESH_MS },
  );
  const at = (time: string) => (
    <time dateTime={time} title={time}>
      {timeText(Date.parse(time), now.value, zone)}
    </time>
  );

  async function endPrevious(name: string): Promise<void> {
    await calls.call('POST', '/webhook-secrets/{name}/end-previous', { params: { name } });
    secrets.reload();
  }

  const close = () => {
    asked.value = undefined;
  };
  const endpoint = asked.value;
  return (
    <div class="webhooks">
      <section>
        <h2>{words.endpoints}</h2>
        <RemoteView remote={endpoints.remote.value} onRetry={endpoints.reload}>
          {({ data }) =>
            data.length === 0 ? (
              <Notice text={words.noEndpoints} />
            ) : (
              <ul class="facts-list">
                {data.map((it) => (
                  <li key={it.id}>
                    <span>
                      <bdi>{it.name}</bdi>{' '}
                      {it.enabled === false && <span class="tag">{WORDS.alerts.disabled}</span>}
                      <br />
                      <span class="hint">
                        <bdi>{it.url}</bdi> · {it.eventTypes.join(', ')}
                      </span>
                    </span>
                    {mayWrite && (
                      <button
                        type="button"
                        onClick={() => {
                          asked.value = it;
                        }}
                      >
                        {words.rotate}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </RemoteView>
      </section>
      <section>
        <h2>{words.secrets}</h2>
        <RemoteView remote={secrets.remote.value} onRetry={secrets.reload}>
          {(it) =>
            it.secrets.length === 0 ? (
              <Notice text={words.noSecrets} />
            ) : (
              <ul class="facts-list">
                {it.secrets.map(({ name, currentSince, previousUntil, nextStep }) => (
                  <li key={name}>
                    <span>
                      <bdi>{name}</bdi>{' '}
                      <span class="hint">
                        {currentSince && (
                          <>
                            {words.since} {at(currentSince)}
                          </>
                        )}
                        {previousUntil && (
                          <>
                            {' · '}
                            {words.previousUntil} {at(previousUntil)}
                          </>
                        )}
                      </span>
                      {nextStep && <p class="hint">{nextStep}</p>}
                    </span>
                    {mayWrite && previousUntil && (
                      <button type="button" onClick={() => void endPrevious(name)}>
                        {words.endPrevious}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </RemoteView>
      </section>
      <section>
        <h2>{words.received}</h2>
        <RemoteView remote={events.remote.value} onRetry={events.reload}>
          {(it) => (
            <>
              {it.refused !== undefined && it.refused.count > 0 && (
                <p class="hint">{words.refused(countText(it.refused.count))}</p>
              )}
              {it.events.length === 0 ? (
                <Notice text={words.noEvents} />
              ) : (
                <ul class="facts-list">
                  {it.events.map((event) => (
                    <li key={`${event.time} ${event.id}`}>
                      <details>
                        <summary>
                          {at(event.time)} <bdi>{event.type}</bdi>{' '}
                          <span class="hint">
                            <bdi>{event.name}</bdi>
                          </span>{' '}
                          <span class={`tag ${event.signedWith === 'previous' ? 'warning' : 'ok'}`}>
                            {event.signedWith === 'previous' ? words.signedWithPrevious : words.signed}
                          </span>
                        </summary>
                        <pre class="body">
                          {event.body === undefined ? words.noBody : JSON.stringify(event.body, undefined, 2)}
                        </pre>
                      </details>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </RemoteView>
      </section>
      {endpoint && (
        <DialogForm
          title={words.askRotate(endpoint.name)}
          action={words.rotate}
          isDanger
          onClose={close}
          onDone={() => {
            close();
            secrets.reload();
          }}
          onSubmit={async () => {
            const done = await calls.call(
              'POST',
              '/webhook-endpoints/{endpoint_id}/rotate-secret',
              { params: { endpoint_id: endpoint.id } },
              { answer: rotation },
            );
            if (done.ok)
              rotated.value = { secret: done.value.signing_secret, nextStep: done.value.receiver?.nextStep };
            return done;
          }}
        >
          <p>{words.rotateWarning}</p>
        </DialogForm>
      )}
      {rotated.value && !endpoint && (
        <Dialog
          title={words.newSecret}
          onClose={() => {
            rotated.value = undefined;
          }}
        >
          <p>
            <code class="secret">{rotated.value.secret}</code>
          </p>
          <p>{rotated.value.nextStep ?? words.onlyOnce}</p>
          <div class="dialog-actions">
            <button
              type="button"
              onClick={() => {
                rotated.value = undefined;
              }}
            >
              {WORDS.dialog.close}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
