interface ChoiceChipsProps<Name extends string> {
  /** Titles of the choices, in order. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  onChoose(name: Name): void;
}

/** Chips of which one is pressed. */
export function ChoiceChips<Name extends string>({ titles, chosen, onChoose }: ChoiceChipsProps<Name>) {
  return (Object.keys(titles) as Name[]).map((name) => (
    <button
      key={name}
      type="button"
      class="chip"
      aria-pressed={name === chosen}
      onClick={() => onChoose(name)}
    >
      {titles[name]}
    </button>
  ));
}
