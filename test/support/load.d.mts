export function bundle(path: string): Promise<{ readonly file: string; readonly remove: () => void }>;
