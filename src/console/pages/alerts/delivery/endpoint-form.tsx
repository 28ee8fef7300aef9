import { type NewSecret, newSecret, type WebhookEndpoint } from '../../../answers.ts';
import { aboutSite, type RequestOf } from '../../../calls.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { useServices } from '../../../services.ts';
import { words } from './words.ts';

type Body = RequestOf<'POST', '/webhook-endpoints'>['body'];
type EventType = Body['event_types'][number];

/** The events that the platform offers. */
export const EVENTS: Readonly<Record<EventType, string>> = {
  'alerts.triggered': words.triggered,
  'alerts.resolved': words.resolved,
};

const bodyOf = (fields: FormData): Body => ({
  name: String(fields.get('name')).trim(),
  url: String(fields.get('url')).trim(),
  event_types: (Object.keys(EVENTS) as EventType[]).filter((type) => fields.getAll('event').includes(type)),
  enabled: fields.has('enabled'),
});

/** Without what stays the same: the relay looks up a new address, and the platform may have more kinds of events. */
function changesOf(endpoint: WebhookEndpoint, fields: FormData): Partial<Body> {
  const { url, event_types, ...rest } = bodyOf(fields);
  const before = Object.keys(EVENTS).filter((type) => endpoint.eventTypes.includes(type));
  return {
    ...rest,
    ...(url !== endpoint.url && { url }),
    ...(event_types.join() !== before.join() && { event_types }),
  };
}

interface EndpointFormProps {
  /** undefined: a new one. */
  readonly endpoint: WebhookEndpoint | undefined;
  /** The names that this relay verifies. */
  readonly names: readonly string[];
  onCreated(secret: NewSecret): void;
  onDone(): void;
  onClose(): void;
}

/** Creates or changes an endpoint. */
export function EndpointForm({ endpoint, names, onCreated, onDone, onClose }: EndpointFormProps) {
  const { calls, site } = useServices();
  const own = names.map((name) => aboutSite(`${location.origin}/admin/v1/webhooks/${name}`, site)).join(', ');

  async function send(fields: FormData) {
    if (endpoint) {
      const [params, body] = [{ endpoint_id: endpoint.id }, changesOf(endpoint, fields)];
      return calls.call('PATCH', '/webhook-endpoints/{endpoint_id}', { params, body });
    }
    const body = bodyOf(fields);
    const created = await calls.call('POST', '/webhook-endpoints', { body }, { answer: newSecret });
    if (created.ok) onCreated(created.value);
    return created;
  }

  return (
    <DialogForm
      title={endpoint ? words.edit : words.create}
      action={endpoint ? words.save : words.create}
      onClose={onClose}
      onDone={onDone}
      onSubmit={send}
    >
      <TextField
        label={words.name}
        name="name"
        required
        maxLength={255}
        defaultValue={endpoint?.name ?? ''}
      />
      <TextField
        label={words.url}
        hint={[own && words.ownUrl(own), endpoint && words.afterNewUrl].filter(Boolean).join(' ')}
        name="url"
        type="url"
        required
        placeholder="https://"
        defaultValue={endpoint?.url ?? ''}
      />
      <fieldset class="checks">
        <legend>{words.events}</legend>
        {Object.entries(EVENTS).map(([type, text]) => (
          <label key={type}>
            <input
              type="checkbox"
              name="event"
              value={type}
              defaultChecked={endpoint?.eventTypes.includes(type) ?? true}
            />
            {text}
          </label>
        ))}
        <label>
          <input type="checkbox" name="enabled" defaultChecked={endpoint?.enabled ?? true} />
          {words.enabled}
        </label>
      </fieldset>
    </DialogForm>
  );
}
