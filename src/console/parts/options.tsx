interface OptionsProps {
  readonly titles: Readonly<Record<string, string>>;
  /** The value that is selected at first. */
  readonly selected?: string | undefined;
}

/** The options of a list, by their values. */
export const Options = ({ titles, selected }: OptionsProps) => (
  <>
    {Object.entries(titles).map(([value, title]) => (
      <option key={value} value={value} selected={selected === undefined ? undefined : value === selected}>
        {title}
      </option>
    ))}
  </>
);
