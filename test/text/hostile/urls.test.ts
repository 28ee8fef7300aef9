import { describe, expect, it } from 'vitest';
import { LINK_REL, linkUrl, setLinkTarget, telUrl } from '../../../src/text/links.ts';
import { LINKS } from '../../support/corpus/links.ts';
import { PHONES } from '../../support/corpus/phones.ts';

describe('hostile URLs', () => {
  it('S-27: hostile URLs lead to https, http, mailto and tel, or nowhere', () => {
    expect(LINKS.length).toBeGreaterThanOrEqual(120);
    expect(LINKS.map(([written]) => [written, linkUrl(written)?.href])).toEqual(LINKS);
  });

  it('S-27: hostile links open in a new tab without opener and referrer, and show their target in ASCII', () => {
    const links = LINKS.map(([written, href]) => {
      const anchor = document.createElement('a');
      const link = linkUrl(written);
      if (link) setLinkTarget(anchor, link);
      return { isLink: link !== undefined, href, attributes: anchor.getAttributeNames().sort(), anchor };
    });
    for (const { isLink, href, attributes, anchor } of links) {
      expect(isLink).toBe(href !== undefined);
      if (href === undefined) expect(attributes).toEqual([]);
      else if (/^http/.test(href)) {
        expect([anchor.rel, anchor.target, anchor.title]).toEqual([LINK_REL, '_blank', new URL(href).host]);
        expect(anchor.title).toMatch(/^[\x21-\x7e]+$/);
      } else expect([anchor.rel, anchor.title]).toEqual([LINK_REL, new URL(href).pathname]);
    }
  });

  it('S-33: hostile phone numbers have 3 to 15 digits, or stay text', () => {
    expect(PHONES.length).toBeGreaterThanOrEqual(200);
    expect(PHONES.map(([written]) => [written, telUrl(written)])).toEqual(PHONES);
  });
});
