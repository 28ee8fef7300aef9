import type { ComponentChildren } from 'preact';
import { Notice, RemoteView } from '../../../parts/states.tsx';
import type { Reading } from '../../../remote.ts';

interface FactSectionProps<Value, Item> {
  readonly title: string;
  readonly reading: Reading<Value>;
  readonly itemsOf: (value: Value) => readonly Item[];
  /** Shown without any item. */
  readonly empty: string;
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item) => ComponentChildren;
  /** Beside the title. */
  readonly action?: ComponentChildren;
}

/** A list of what the relay or the platform has, under a title. */
export function FactSection<Value, Item>({
  title,
  reading,
  itemsOf,
  empty,
  keyOf,
  row,
  action,
}: FactSectionProps<Value, Item>) {
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        {action}
      </div>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(value) => {
          const items = itemsOf(value);
          return items.length === 0 ? (
            <Notice text={empty} />
          ) : (
            <ul class="facts-list">
              {items.map((item) => (
                <li key={keyOf(item)}>{row(item)}</li>
              ))}
            </ul>
          );
        }}
      </RemoteView>
    </section>
  );
}
