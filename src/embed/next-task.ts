/** Ends the current task. Work that continues in another one lets the page react and paint in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
