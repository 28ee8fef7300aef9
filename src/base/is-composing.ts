/** True for a key of an input method: it confirms or cancels a candidate. Safari reports that only by the key code 229. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;
