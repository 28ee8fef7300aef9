// Imported first by programs that run the sources without a build: defines what the builds replace.
import { define } from './outputs.ts';

for (const [name, json] of Object.entries(define)) Reflect.set(globalThis, name, JSON.parse(json));
