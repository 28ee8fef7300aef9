import { createInertApi, isSupported } from './floor.ts';
import { install } from './install.ts';

if (isSupported())
  // Read from the prototype: an element with the name `currentScript` would shadow the property (S-31).
  install(Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null);
else window.Foyer = createInertApi();
