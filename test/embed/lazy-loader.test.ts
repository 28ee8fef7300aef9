import { describe, expect, it } from 'vitest';
import { createLazyLoader } from '../../src/embed/lazy-loader.ts';

const load = () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  return createLazyLoader(async () => ({ css: '' }), root, new AbortController().signal);
};

describe('parts that load late', () => {
  it('draws the parts after what was due before they had loaded', async () => {
    const { views, load: loadParts } = load();
    const wereDrawn = new Promise((resolve) => setTimeout(() => resolve(views.peek() !== null)));
    const loaded = loadParts();
    expect(await wereDrawn).toBe(false);
    expect(await loaded).toBe(views.peek());
  });

  it('needs no other task for parts that have loaded', async () => {
    const { load: loadParts } = load();
    const parts = await loadParts();
    const nextTask = new Promise((resolve) => setTimeout(resolve));
    expect(await Promise.race([nextTask, loadParts()])).toBe(parts);
  });
});
