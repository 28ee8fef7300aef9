import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { countText } from '../../../base/figure-text.ts';
import type { Row } from '../../answers.ts';
import { reasonName, useReasonNames } from '../../handoff-reasons.ts';
import { type Changes, usePageAddress } from '../../page-address.ts';
import { Popover } from '../../parts/popover.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { conversationWords as words } from '../../words.ts';
import { ENVIRONMENTS, LIVE, readFilters } from './filters.ts';

const SAID = Object.entries(words.said);

interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** Values and their names, the first one for "any". */
  readonly options: readonly (readonly [value: string, name: string])[];
  onChoose(value: string): void;
}

function Select({ label, value, options, onChoose }: SelectProps) {
  const id = useId();
  return (
    <span>
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        data-set={value !== options[0]?.[0]}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** "any", and the values that the rows have, together with the one that is set. */
const seen = (label: string, values: readonly (string | undefined)[], set: string | undefined) => [
  ['', words.any(label)] as const,
  ...[...new Set([...values, set])]
    .filter((value) => value !== undefined)
    .sort()
    .map((value) => [value, value] as const),
];

interface FilterBarProps {
  readonly rows: readonly Row[];
  readonly running:
    | { readonly conversations: readonly Row[]; readonly cursor: string | undefined }
    | undefined;
  /** Controls at the end of the bar. */
  readonly children: ComponentChildren;
}

/** The filters of the list, each of them in the address. */
export function FilterBar({ rows, running, children }: FilterBarProps) {
  const { query, change } = usePageAddress();
  const { channels, variant, environment, inProgress, search, saidBy, isRan, isSample, counted } =
    readFilters(query);
  /** The open conversation may not be among those of other filters. */
  const filter = (changes: Changes) => change({ ...changes, open: null });
  const field = useRef<HTMLInputElement>(null);
  const names = useReasonNames();
  /** Filters that are seldom used, or that a number has set. */
  const set = [
    ...(environment === LIVE ? [] : [{ name: 'env', text: environment }]),
    ...(isSample ? [{ name: 'sample', text: words.sample }] : []),
    ...(isRan ? [{ name: 'ran', text: words.ran }] : []),
    ...(counted
      ? [
          {
            name: counted.name,
            text: counted.name === 'reason' ? reasonName(counted.text, names) : counted.text,
          },
        ]
      : []),
  ];
  useShortcuts({ search: () => field.current?.focus() });

  return (
    <search class="controls filters">
      <form
        class="search"
        onSubmit={withFields(() => filter({ q: field.current?.value.trim() || null, sample: null }))}
      >
        <input
          ref={field}
          type="search"
          aria-label={words.search}
          placeholder={`${words.search}  /`}
          // A new field when the address has another text, so that the back button shows it.
          key={query.get('q') ?? ''}
          defaultValue={query.get('q') ?? ''}
        />
      </form>
      {search && (
        <Select
          label={words.searchBy}
          value={search.by}
          options={[
            ['transcript', words.byWords],
            ['semantic', words.byMeaning],
          ]}
          onChoose={(by) => change({ by: by === 'semantic' ? 'meaning' : null })}
        />
      )}
      {search?.by === 'transcript' && (
        <Select
          label={words.saidBy}
          value={saidBy ?? ''}
          options={[['', words.any(words.saidBy)], ...SAID]}
          onChoose={(speaker) => filter({ said: speaker || null })}
        />
      )}
      <Select
        label={words.channel}
        value={channels[0] ?? ''}
        options={seen(
          words.channel,
          rows.map((row) => row.channel),
          channels[0],
        )}
        onChoose={(channel) => filter({ channel: channel || null })}
      />
      <Select
        label={words.variant}
        value={variant ?? ''}
        options={seen(
          words.variant,
          rows.map((row) => row.variantName),
          variant,
        )}
        onChoose={(variant) => filter({ variant: variant || null })}
      />
      {set.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed="true"
          aria-label={words.remove(text)}
          onClick={() => filter({ [name]: null })}
        >
          <bdi>{text}</bdi> ×
        </button>
      ))}
      <button
        type="button"
        class="chip running"
        aria-pressed={inProgress}
        onClick={() => filter({ progress: inProgress ? null : 'yes' })}
      >
        {running === undefined
          ? words.onlyInProgress
          : words.inProgress(countText(running.conversations.length) + (running.cursor ? '+' : ''))}
      </button>
      <Popover label={words.moreFilters} button="⋯" look="quiet">
        {ENVIRONMENTS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === environment}
            onClick={() => filter({ env: name === LIVE ? null : name })}
          >
            {words.environmentIs(name)}
          </button>
        ))}
        <button type="button" aria-pressed={isSample} onClick={() => filter({ sample: 'random', q: null })}>
          {words.sample}
        </button>
      </Popover>
      {children}
    </search>
  );
}
