import { install } from './install.ts';

// The document's own: the panel's code comes from where this script came from, and an element of the page that is called
// `currentScript` would be found first (S-31).
install(Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null);
