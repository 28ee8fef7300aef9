/** The options of a list, by their values. */
export const Options = ({ titles }: { readonly titles: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(titles).map(([value, title]) => (
      <option key={value} value={value}>
        {title}
      </option>
    ))}
  </>
);
