/** Of a box that the chat in it fills, whatever stands between the two. */
export const FILLED = { display: 'grid', gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' } as const;
