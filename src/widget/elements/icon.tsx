/** A cross. */
export const CLOSE_ICON = 'M6 6l12 12M18 6 6 18';

interface IconProps {
  /** Path data on a grid of 24 px. */
  readonly path: string;
}

/** Outline icon in the current text colour. */
export const Icon = ({ path }: IconProps) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
