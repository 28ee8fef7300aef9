import { useState } from 'preact/hooks';
import type { Detail } from '../../../answers.ts';
import { Field, SelectField, TextField, titlesOf } from '../../../parts/fields.tsx';
import { Refusal } from '../../../parts/states.tsx';
import { withFields } from '../../../parts/with-fields.ts';
import type { Setup } from './chat.ts';
import { words } from './words.ts';

const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const satisfies readonly Setup['clientEnv'][];

/** Channel of a chat that names none. */
const CHANNEL = 'chat.polyai';

/** Integration attributes of a text; undefined: it is no object. */
function attributesOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

interface SetupFormProps {
  /** A conversation that is tried again. */
  readonly from: Detail | undefined;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  onStart(setup: Setup): void;
}

/** Says as whom and to which variant of the agent one talks. */
export function SetupForm({ from, isBusy, failure, onStart }: SetupFormProps) {
  const [problem, setProblem] = useState<string>();

  function start(fields: FormData): void {
    const textOf = (name: string) => String(fields.get(name) ?? '').trim();
    const integrationAttributes = attributesOf(textOf('attributes'));
    setProblem(integrationAttributes ? undefined : words.noObject);
    if (!integrationAttributes) return;
    const [variantId, channel, language] = [textOf('variant'), textOf('channel'), textOf('language')];
    onStart({
      clientEnv: ENVIRONMENTS.find((name) => name === textOf('environment')) ?? ENVIRONMENTS[0],
      ...(variantId !== '' && { variantId }),
      ...(channel !== '' && { channel }),
      ...(language !== '' && { asrLangCode: language, ttsLangCode: language }),
      ...(Object.keys(integrationAttributes).length > 0 && { integrationAttributes }),
    });
  }

  return (
    <form class="fields debug-setup" onSubmit={withFields(start)}>
      <p class="hint">{from ? words.again(from.conversationId) : words.lead}</p>
      <SelectField
        label={words.environment}
        name="environment"
        titles={titlesOf(ENVIRONMENTS)}
        selected={from?.clientEnv}
      />
      <TextField
        label={words.variant}
        hint={words.variantHint}
        name="variant"
        maxLength={200}
        defaultValue={from?.variantId ?? ''}
      />
      <div class="debug-pair">
        <div class="stack">
          <TextField
            label={words.channel}
            name="channel"
            maxLength={64}
            placeholder={CHANNEL}
            defaultValue={from?.channel ?? ''}
          />
        </div>
        <div class="stack">
          <TextField
            label={words.language}
            name="language"
            maxLength={35}
            placeholder="en-US"
            defaultValue={from?.language ?? ''}
          />
        </div>
      </div>
      <Field
        label={words.attributes}
        hint={problem ?? words.attributesHint}
        isInvalid={problem !== undefined}
      >
        {(control) => <textarea {...control} name="attributes" class="code" rows={4} spellcheck={false} />}
      </Field>
      <Refusal text={failure} />
      <p>
        <button type="submit" class="primary" disabled={isBusy}>
          {words.start}
        </button>
      </p>
    </form>
  );
}
