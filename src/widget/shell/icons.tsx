/** Outline icons on a 24 px grid, in the current text colour. */
const PATHS = {
  close: 'M6 9.5l6 6 6-6',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  down: 'M12 5v14M5.5 12.5 12 19l6.5-6.5',
  agent:
    'M12 3l1.9 5.6a2.4 2.4 0 0 0 1.5 1.5L21 12l-5.6 1.9a2.4 2.4 0 0 0-1.5 1.5L12 21l-1.9-5.6a2.4 2.4 0 0 0-1.5-1.5L3 12l5.6-1.9a2.4 2.4 0 0 0 1.5-1.5z',
  sending: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M12 8.5V12l2.5 1.5',
  sent: 'M5.5 12.5l4.5 4.5L19 8',
  delivered: 'M2 12.5l4.5 4.5 8-9M11 16l1 1 9-9',
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
