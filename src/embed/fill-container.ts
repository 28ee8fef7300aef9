/** Style of a box that the chat inside it fills. */
export const FILL_CONTAINER_STYLE = {
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
} as const;
