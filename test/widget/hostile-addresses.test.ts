import { describe, expect, it } from 'vitest';
import { LINK_REL, linkAddress, pointTo, telAddress } from '../../src/widget/links.ts';
import { LINKS } from '../support/corpus/links.ts';
import { PHONES } from '../support/corpus/phones.ts';

describe('hostile addresses', () => {
  it('S-27: of a hundred and more lead to https, http, mailto and tel, or nowhere', () => {
    expect(LINKS.length).toBeGreaterThanOrEqual(120);
    expect(LINKS.map(([written]) => [written, linkAddress(written)?.href])).toEqual(LINKS);
  });

  it('S-27: tell their target nothing, open beside the page and show the host in ASCII', () => {
    const made = LINKS.map(([written, href]) => {
      const anchor = document.createElement('a');
      const isLink = pointTo(anchor, written);
      return { isLink, href, attributes: anchor.getAttributeNames().sort(), anchor };
    });
    for (const { isLink, href, attributes, anchor } of made) {
      expect(isLink).toBe(href !== undefined);
      if (href === undefined) expect(attributes).toEqual([]);
      else if (/^http/.test(href)) {
        expect([anchor.rel, anchor.target, anchor.title]).toEqual([LINK_REL, '_blank', new URL(href).host]);
        expect(anchor.title).toMatch(/^[\x21-\x7e]+$/);
      } else expect([attributes, anchor.rel]).toEqual([['href', 'rel'], LINK_REL]);
    }
  });

  it('S-33: of phones are three to fifteen digits, or text', () => {
    expect(PHONES.length).toBeGreaterThanOrEqual(200);
    expect(PHONES.map(([written]) => [written, telAddress(written)])).toEqual(PHONES);
  });
});
