import { useState } from 'preact/hooks';
import { parseUrl } from '../../../../base/url.ts';
import { type NewSecret, newSecret, type WebhookEndpoint, webhookEndpoints } from '../../../answers.ts';
import { ClosedDialog } from '../../../parts/closed-dialog.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Popover } from '../../../parts/popover.tsx';
import { useReading } from '../../../remote.ts';
import { useServices } from '../../../services.ts';
import { WORDS } from '../../../words.ts';
import { EndpointForm, EVENTS } from './endpoint-form.tsx';
import { FactSection } from './fact-section.tsx';
import { words } from './words.ts';

interface SecretDialogProps {
  readonly secret: NewSecret;
  onClose(): void;
}

/** A secret that the platform shows once, and what to do with it. */
function SecretDialog({ secret: { signing_secret: secret = '', receiver }, onClose }: SecretDialogProps) {
  return (
    <ClosedDialog title={words.newSecret} onClose={onClose}>
      <p>
        <code>{secret}</code> <CopyButton text={secret} />
      </p>
      <p>{words.onlyOnce}</p>
      {receiver?.nextStep !== undefined && <p>{receiver.nextStep}</p>}
    </ClosedDialog>
  );
}

type Asked =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'rotate' | 'delete'; readonly endpoint: WebhookEndpoint };

interface EndpointsProps {
  /** The names that this relay verifies. */
  readonly names: readonly string[];
  /** The secrets of this relay may have changed. */
  onChanged(): void;
}

const eventText = (type: string): string =>
  Object.hasOwn(EVENTS, type) ? EVENTS[type as keyof typeof EVENTS] : type;

/** The webhook endpoints of the platform. */
export function Endpoints({ names, onChanged }: EndpointsProps) {
  const { calls, session } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<NewSecret>();
  const mayWrite = session.scopes.includes('write');
  const reading = useReading('endpoints', (signal) =>
    calls.call('GET', '/webhook-endpoints', {}, { answer: webhookEndpoints, signal }),
  );
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    reading.reload();
    onChanged();
  };

  async function rotate({ id }: WebhookEndpoint) {
    const params = { endpoint_id: id };
    const path = '/webhook-endpoints/{endpoint_id}/rotate-secret';
    const rotated = await calls.call('POST', path, { params }, { answer: newSecret });
    if (rotated.ok) setSecret(rotated.value);
    return rotated;
  }

  /** As the relay decides when it rotates: by the end of the path. */
  const isOwn = ({ url }: WebhookEndpoint) =>
    names.some((name) => parseUrl(url)?.pathname.endsWith(`/admin/v1/webhooks/${name}`));

  const row = (endpoint: WebhookEndpoint) => (
    <>
      <span>
        <bdi>{endpoint.name}</bdi>{' '}
        {endpoint.enabled === false && <span class="tag">{WORDS.alerts.disabled}</span>}
        <br />
        <span class="hint">
          <bdi>{endpoint.url}</bdi> · {endpoint.eventTypes.map(eventText).join(', ')}
        </span>
      </span>
      {mayWrite && (
        <Popover label={WORDS.alerts.actionsOf(endpoint.name)} button="⋯" look="quiet">
          <button type="button" onClick={() => setAsked({ kind: 'edit', endpoint })}>
            {words.edit}
          </button>
          <button type="button" onClick={() => setAsked({ kind: 'rotate', endpoint })}>
            {words.rotate}
          </button>
          <hr />
          <button type="button" onClick={() => setAsked({ kind: 'delete', endpoint })}>
            {words.delete}
          </button>
        </Popover>
      )}
    </>
  );

  return (
    <>
      <FactSection
        title={words.endpoints}
        reading={reading}
        itemsOf={({ data }) => data}
        empty={words.noEndpoints}
        keyOf={({ id }) => id}
        row={row}
        action={
          mayWrite && (
            <button type="button" class="primary" onClick={() => setAsked({ kind: 'create' })}>
              {words.create}
            </button>
          )
        }
      />
      {(asked?.kind === 'create' || asked?.kind === 'edit') && (
        <EndpointForm
          endpoint={asked.kind === 'edit' ? asked.endpoint : undefined}
          names={names}
          onCreated={setSecret}
          onDone={done}
          onClose={close}
        />
      )}
      {asked?.kind === 'rotate' && (
        <ConfirmDialog
          title={words.askRotate(asked.endpoint.name)}
          action={words.rotate}
          onClose={close}
          onDone={done}
          onConfirm={() => rotate(asked.endpoint)}
        >
          <p>{isOwn(asked.endpoint) ? words.rotateOwn : words.rotateOther}</p>
        </ConfirmDialog>
      )}
      {asked?.kind === 'delete' && (
        <ConfirmDialog
          title={words.askDelete(asked.endpoint.name)}
          action={words.delete}
          onClose={close}
          onDone={done}
          onConfirm={() =>
            calls.call('DELETE', '/webhook-endpoints/{endpoint_id}', {
              params: { endpoint_id: asked.endpoint.id },
            })
          }
        >
          <p>{words.deleteWarning}</p>
        </ConfirmDialog>
      )}
      {secret && !asked && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
