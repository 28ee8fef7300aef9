/** Outline icons on a 24 px grid, in the current text colour. */
const PATHS = {
  close: 'M6 9.5l6 6 6-6',
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  agent:
    'M12 3l1.9 5.6a2.4 2.4 0 0 0 1.5 1.5L21 12l-5.6 1.9a2.4 2.4 0 0 0-1.5 1.5L12 21l-1.9-5.6a2.4 2.4 0 0 0-1.5-1.5L3 12l5.6-1.9a2.4 2.4 0 0 0 1.5-1.5z',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  readonly name?: IconName;
  /** Path data of an icon that is not in the table. */
  readonly path?: string;
}

export function Icon({ name, path = PATHS[name ?? 'agent'] }: IconProps) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
