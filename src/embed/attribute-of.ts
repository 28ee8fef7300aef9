/** The attribute of an option: `renderMode` is `render-mode`. */
export const attributeOf = (option: string): string =>
  option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
