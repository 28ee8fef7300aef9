export function leaks(text: string, secrets: readonly string[]): string[];
