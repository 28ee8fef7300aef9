import { install } from './install.ts';

// Read from the prototype: an element with the name `currentScript` would shadow the property (S-31).
install(Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null);
