/** M-14.14: text without anything to read: white space, control and zero-width characters. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{C}]/u.test(text);
