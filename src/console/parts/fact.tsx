import type { ComponentChildren } from 'preact';

/** A line of a list of facts (`dl.facts`). */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
