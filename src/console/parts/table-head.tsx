interface TableHeadProps {
  readonly titles: readonly string[];
  /** Of a last column whose title is only read out. */
  readonly hidden?: string;
}

/** The titles of a table's columns. */
export const TableHead = ({ titles, hidden }: TableHeadProps) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
      {hidden && (
        <th scope="col">
          <span class="visually-hidden">{hidden}</span>
        </th>
      )}
    </tr>
  </thead>
);
