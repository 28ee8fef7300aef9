/** Adds a constructable style sheet to a shadow root. A strict content security policy allows these. */
export function adoptStyleSheet(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}
