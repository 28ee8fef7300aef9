// @vitest-environment node
import { describe, expect, it } from 'vitest';

describe('importing on a server', () => {
  it('touches no browser global', async () => {
    expect(typeof document).toBe('undefined');
    const { mount, defineFoyerElement } = await import('../../src/embed/index.ts');
    expect([typeof mount, typeof defineFoyerElement]).toEqual(['function', 'function']);
    const { mountPanel } = await import('../../src/embed/panel.ts');
    expect(typeof mountPanel).toBe('function');
  });
});
