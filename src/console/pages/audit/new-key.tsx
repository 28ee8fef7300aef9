import { useState } from 'preact/hooks';
import { ADMIN_KEY_FORM } from '../../../base/admin-key-form.ts';
import { err, ok } from '../../../base/result.ts';
import { ClosedDialog } from '../../parts/closed-dialog.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { TextField } from '../../parts/fields.tsx';
import { words } from './words.ts';

export interface NewKey {
  readonly key: string;
  /** For `FOYER_ADMIN_KEYS`. */
  readonly entry: string;
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes an admin key as `foyer-relay key` does, here, so that the relay never learns it. */
export async function makeKey(
  name: string,
  scopes: readonly string[],
  until: string | undefined,
): Promise<NewKey> {
  const { prefix, randomBytes, checksumLength } = ADMIN_KEY_FORM;
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(randomBytes)));
  const text = prefix + btoa(random).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const key = text + (await hashOf(text)).slice(0, checksumLength);
  const end = until === undefined ? '' : `:until=${until}`;
  return { key, entry: `${name}:${scopes.join('+')}:${await hashOf(key)}${end}` };
}

const SCOPES = Object.keys(words.scopes) as (keyof typeof words.scopes)[];

/** Asks for whom a key is, makes it, and shows it once. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<NewKey>();

  async function make(fields: FormData) {
    const scopes = fields.getAll('scope').map(String);
    if (scopes.length === 0) return err({ type: 'unreadable', message: words.noScope } as const);
    setMade(await makeKey(String(fields.get('name')), scopes, String(fields.get('until')) || undefined));
    return ok(undefined);
  }

  if (made)
    return (
      <ClosedDialog title={words.newKey} onClose={onClose}>
        <p>{words.forUser}</p>
        <p>
          <code>{made.key}</code> <CopyButton text={made.key} />
        </p>
        <p>{words.forConfiguration}</p>
        <p>
          <code>{made.entry}</code> <CopyButton text={made.entry} />
        </p>
        <p class="hint">{words.nowhereKept}</p>
      </ClosedDialog>
    );
  return (
    <DialogForm
      title={words.makeKey}
      action={words.makeKey}
      onClose={onClose}
      onDone={() => {}}
      onSubmit={make}
    >
      <TextField
        label={words.keyColumns.name}
        hint={words.nameHint}
        name="name"
        required
        maxLength={64}
        pattern="[A-Za-z0-9_.\-]+"
      />
      <fieldset class="checks">
        <legend>{words.keyColumns.scopes}</legend>
        {SCOPES.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'read'} />
            <span>
              {scope} <span class="hint">{words.scopes[scope]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField label={words.keyColumns.expiry} hint={words.untilHint} name="until" type="date" />
    </DialogForm>
  );
}
