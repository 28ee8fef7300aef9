import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addId, emptyIds, hasId, type IdSet } from '../../src/chat/model/id-set.ts';

const NAMES = [...'abcdefgh'];

describe('a set of ids', () => {
  it('each version keeps its own ids, whichever version others are added to', () => {
    const additions = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...NAMES)), { size: 'max', maxLength: 40 });
    fc.assert(
      fc.property(additions, (added) => {
        const versions: { readonly ids: IdSet; readonly model: ReadonlySet<string> }[] = [
          { ids: emptyIds, model: new Set() },
        ];
        for (const [nth, id] of added) {
          const { ids, model } = versions[nth % versions.length] as (typeof versions)[number];
          versions.push({ ids: addId(ids, id), model: new Set([...model, id]) });
        }
        for (const { ids, model } of versions)
          expect(NAMES.filter((id) => hasId(ids, id))).toEqual(NAMES.filter((id) => model.has(id)));
      }),
    );
  });

  it('grows without a copy after an id was added again', () => {
    const before = addId(addId(addId(emptyIds, 'a'), 'b'), 'a');
    expect(addId(before, 'c').places).toBe(before.places);
  });
});
