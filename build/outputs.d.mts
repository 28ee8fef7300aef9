import type { InlineConfig } from 'vite';

export const define: Readonly<Record<string, string>>;
export const chunks: InlineConfig;
export function scripts(fileOf: (chunk: 'panel' | 'explain') => string): readonly InlineConfig[];
export const desk: InlineConfig;
export const console: InlineConfig;
export const library: InlineConfig;
export const node: InlineConfig;
