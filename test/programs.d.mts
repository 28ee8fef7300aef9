/** Path of the program `name`; undefined if there is none. */
export function onPath(name: string): string | undefined;
