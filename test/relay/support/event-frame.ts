/** Reads the detail of an event as a stream sends it. */
export const detailOf = (frame: Uint8Array): unknown =>
  JSON.parse(/^data: (.*)$/m.exec(new TextDecoder().decode(frame))?.[1] ?? 'null');
