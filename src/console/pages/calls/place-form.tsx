import { useRef, useState } from 'preact/hooks';
import type { RequestOf } from '../../calls.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { SelectField, TextField, titlesOf } from '../../parts/fields.tsx';
import { useServices } from '../../services.ts';
import { placedAnswer } from './answers.ts';
import { type CheckedNumber, checkNumber } from './number.ts';
import { words } from './words.ts';

type Request = RequestOf<'POST', '/outbound-calls'>;
type Host = NonNullable<NonNullable<Request['query']>['host']>;
type Body = Request['body'];

const HOSTS: readonly Host[] = ['legacy', 'agents'];
const ENVIRONMENTS = ['live', 'pre-release', 'sandbox'] as const satisfies readonly Body['environment'][];
const ENCRYPTIONS = [
  'TLS/SRTP',
  'TLS/RTP',
  'UDP/SRTP',
  'UDP/RTP',
] as const satisfies readonly Body['encryption'][];
const MAX_ROWS = 20;

const textOf = (fields: FormData, name: string) => String(fields.get(name) ?? '').trim();
const countryOf = (fields: FormData) => textOf(fields, 'country').toUpperCase();

/** The request of the fields. Fields of the other host are refused by the relay, so they are left out. */
function requestOf(fields: FormData, host: Host): Request {
  const checked = checkNumber(textOf(fields, 'number'), countryOf(fields));
  const keys = fields.getAll('key').map(String);
  const values = fields.getAll('value').map(String);
  const metadata = Object.fromEntries(
    keys.flatMap((key, index) => (key === '' ? [] : [[key, values[index] ?? '']])),
  );
  const variant = textOf(fields, 'variant');
  const body: Body = {
    to_number: 'number' in checked ? checked.number : textOf(fields, 'number'),
    encryption: textOf(fields, 'encryption') as (typeof ENCRYPTIONS)[number],
    ...(checked.status === 'national' && { country_code: checked.country }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(host === 'agents' && {
      environment: textOf(fields, 'environment') as (typeof ENVIRONMENTS)[number],
      ...(variant !== '' && { variant_id: variant }),
    }),
  };
  return { query: { host }, body };
}

const sayOf = (checked: CheckedNumber): string => {
  switch (checked.status) {
    case 'empty':
      return words.numberHint;
    case 'invalid':
      return words.problems[checked.problem];
    case 'national':
      return words.callsNational(checked.number, checked.country);
    case 'e164':
      return words.callsNumber(checked.number);
  }
};

interface PlaceFormProps {
  /** A number that was called before. */
  readonly number: string;
  readonly host: Host;
  onPlaced(callSid: string): void;
  onClose(): void;
}

/** Places a call. */
export function PlaceForm({ number, host: before, onPlaced, onClose }: PlaceFormProps) {
  const { calls } = useServices();
  const field = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState(checkNumber(number, ''));
  const [host, setHost] = useState(before);
  const [rows, setRows] = useState(0);
  const say = sayOf(checked);
  const isInvalid = checked.status === 'invalid';

  async function send(fields: FormData) {
    const { body, query } = requestOf(fields, host);
    const placed = await calls.call('POST', '/outbound-calls', { body, query }, { answer: placedAnswer });
    if (placed.ok) onPlaced(placed.value.call_sid);
    return placed;
  }

  return (
    <DialogForm
      title={words.place}
      action={words.place}
      onClose={onClose}
      onDone={onClose}
      onSubmit={send}
      onInput={(fields) => {
        const next = checkNumber(textOf(fields, 'number'), countryOf(fields));
        setChecked(next);
        setHost(HOSTS.find((name) => name === fields.get('host')) ?? 'legacy');
        field.current?.setCustomValidity(next.status === 'invalid' ? sayOf(next) : '');
      }}
    >
      <TextField
        inputRef={field}
        label={words.number}
        hint={say}
        isInvalid={isInvalid}
        name="number"
        type="tel"
        required
        maxLength={40}
        defaultValue={number}
      />
      <TextField label={words.country} hint={words.countryHint} name="country" class="short" maxLength={2} />
      <SelectField label={words.host} name="host" titles={words.hosts} selected={before} />
      {host === 'agents' && (
        <>
          <SelectField label={words.environment} name="environment" titles={titlesOf(ENVIRONMENTS)} />
          <TextField label={words.variant} name="variant" maxLength={128} />
        </>
      )}
      <SelectField label={words.encryption} name="encryption" titles={titlesOf(ENCRYPTIONS)} />
      <fieldset class="metadata">
        <legend>{words.metadata}</legend>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} class="metadata-row">
            <input name="key" aria-label={words.keyOf(row + 1)} placeholder={words.key} maxLength={200} />
            <input
              name="value"
              aria-label={words.valueOf(row + 1)}
              placeholder={words.value}
              maxLength={4_000}
            />
          </div>
        ))}
        <p class="hint">{words.metadataHint}</p>
        {rows < MAX_ROWS && (
          <button type="button" onClick={() => setRows(rows + 1)}>
            {words.addMetadata}
          </button>
        )}
      </fieldset>
    </DialogForm>
  );
}
