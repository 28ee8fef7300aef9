import { signal } from '@preact/signals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/chat/model/model.ts';
import { createPaintScheduler } from '../../../src/widget/context/paint-scheduler.ts';
import { createUi } from '../../../src/widget/context/ui.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';
import { renderStreamingText } from '../../../src/widget/transcript/streaming-text.tsx';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFrames } from '../support/frames.ts';
import { createScriptedChat, message } from '../support/scripted-chat.ts';

function setup(text: string, streaming = true, isFollowed = true, reducesMotion = true) {
  const frames = createFrames();
  let painted = 0;
  const clock = createFakeClock();
  const afterPaint = () => {
    painted += 1;
  };
  const scheduler = createPaintScheduler(frames.nextFrame, clock, afterPaint, () => reducesMotion);
  const element = document.createElement('div');
  const entry = signal<Entry | undefined>(message({ id: 'm', author: 'agent', text, streaming }));
  const errors: unknown[] = [];
  const chat = { ...createScriptedChat(), entry: () => entry, fail: (error: unknown) => errors.push(error) };
  const scope = {
    chat,
    clock,
    config: signal(null),
    strings: signal(english),
    ui: createUi(),
  };
  const paints = signal(isFollowed ? scheduler : null);
  const dispose = renderStreamingText(element, scope, 'm', paints, () => reducesMotion);
  return {
    clock,
    element,
    entry,
    errors,
    frames,
    /** Waits for the next of sixty frames a second. */
    frame() {
      clock.advance(1_000 / 60);
      frames.next();
    },
    scheduler,
    follow() {
      paints.value = scheduler;
    },
    dispose,
    painted: () => painted,
    setText(next: string, isStreaming = true) {
      entry.value = message({ id: 'm', author: 'agent', text: next, streaming: isStreaming });
    },
  };
}

/** Pieces of which nothing can be seen by itself, or not yet, and words. */
const PIECES = '1 4711 2026 0471 . ) - * ** _ # ` ``` | > [ ]( http \\ < <b> </b> <br> ![ word é 😀'
  .split(' ')
  .concat([' ', '  ', '\n', '\t']);

describe('streaming text', () => {
  it('shows dots until something of the text can be seen: 1,000 random streams', () => {
    const texts = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, (pieces) => {
        const { clock, dispose, element, frame, setText } = setup('');
        const check = () => {
          const isEmpty =
            element.textContent?.trim() === '' && !element.querySelector('img, button, hr, li, pre, td, th');
          expect(element.hidden).toBe(isEmpty);
        };
        let text = '';
        for (const piece of pieces) {
          text += piece;
          setText(text);
          frame();
          frame();
          check();
        }
        clock.advance(1_000);
        check();
        setText(text, false);
        frame();
        frame();
        check();
        dispose();
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });

  it.each([
    ['4711 ', '4711 '],
    ['2026-11-24', '2026-11-24'],
    ['0471 123', '0471 123'],
    ['12:30', '12:30'],
    ['1234567890', '1234567890'],
    ['3.5', '3.5'],
    ['+44 ', '+44 '],
    ['(4', '(4'],
    ['12', ''],
    ['12. ', ''],
  ])(
    'shows of %j the text %j at once: digits wait only while they can be the number of an item',
    (text, shown) => {
      expect(setup(text).element.textContent).toBe(shown);
    },
  );

  it('renders existing text at once and new text in the next frame', () => {
    const { element, frames, setText } = setup('one ');
    expect(element.textContent).toBe('one ');
    setText('one two ');
    expect(element.textContent).toBe('one ');
    frames.next();
    expect(element.textContent).toBe('one two ');
  });

  it('renders streaming text once per frame, however many chunks arrive', () => {
    const { element, frames, setText, painted } = setup('');
    for (let count = 1; count <= 50; count++) setText('word '.repeat(count));
    expect(frames.waiting()).toBe(1);
    frames.next();
    expect([painted(), element.textContent]).toEqual([1, 'word '.repeat(50)]);
  });

  it.each([
    [false, [1, 1, 2, 2, 3, 3, 4]],
    [true, [1, 1, 1, 2, 2, 2, 3]],
  ])(
    'text with reduced motion %s is rendered in some of the frames, and in none once it is complete',
    (reducesMotion, expected) => {
      const { clock, frame, frames, setText, painted } = setup('', true, true, reducesMotion);
      const counts = expected.map((_, index) => {
        setText('word '.repeat(index + 1));
        frame();
        return painted();
      });
      clock.advance(1_000);
      while (frames.waiting() > 0) frame();
      clock.advance(1_000);
      expect([counts, frames.waiting()]).toEqual([expected, 0]);
    },
  );

  it('a flush renders the text at once and leaves nothing for the next frames', () => {
    const { element, frames, scheduler, setText, painted } = setup('');
    setText('one two ');
    scheduler.flush();
    expect([painted(), element.textContent]).toEqual([1, 'one two ']);
    scheduler.flush();
    frames.next();
    frames.next();
    expect([painted(), frames.waiting()]).toEqual([1, 0]);
  });

  it('leaves earlier elements unchanged', () => {
    const { element, frames, setText } = setup('first paragraph\n\nsecond');
    const [first] = element.children;
    setText('first paragraph\n\nsecond and more\n\nthird');
    frames.next();
    expect(element.children[0]).toBe(first);
    expect(element.childElementCount).toBe(3);
  });

  // M-8.6: a full message with the id of a stream replaces its text.
  it('renders the text again if it was replaced', () => {
    const { element, frames, setText } = setup('Helo wor');
    setText('Hello **world**', false);
    frames.next();
    expect(element.innerHTML).toBe('<p>Hello <strong>world</strong></p>');
  });

  it('shows an undecided mark once the message is complete', () => {
    const { element, frames, setText } = setup('a <b');
    expect(element.textContent).toBe('a ');
    setText('a <b', false);
    frames.next();
    expect(element.textContent).toBe('a <b');
  });

  it.each([
    ['so with', 'so with', ' care', '<p>so with care</p>'],
    ['see **', 'see **', 'it**', '<p>see <strong>it</strong></p>'],
    ['a\n\n12', 'a\n12', '. b', '<p>a</p><ol start="12"><li>b</li></ol>'],
    ['a <b', 'a <b', '>c</b>', '<p>a <b>c</b></p>'],
    ['a | b', 'a | b', ' |', '<p>a | b |</p>'],
  ])('shows all that has come of %j once the stream stalls', (text, shown, more, expected) => {
    const { clock, element, frames, setText } = setup('');
    const drawAll = () => {
      while (frames.waiting() > 0) frames.next();
    };
    setText(text);
    drawAll();
    clock.advance(1_000);
    expect(element.textContent).toBe(shown);
    setText(text + more, false);
    drawAll();
    expect(element.innerHTML).toBe(expected);
  });

  it('leaves no timer when it is complete or disposed', () => {
    const { clock, dispose, frame, setText } = setup('one');
    const [whileStreaming] = [clock.waiting()];
    setText('one two', false);
    frame();
    clock.advance(100);
    const afterwards = clock.waiting();
    dispose();
    const other = setup('one');
    other.dispose();
    expect([whileStreaming, afterwards, other.clock.waiting()]).toEqual([1, 0, 0]);
  });

  it('continues after a stream that seemed complete', () => {
    const { element, frame, setText } = setup('one', false);
    setText('one two', true);
    frame();
    setText('one two three', false);
    for (let count = 0; count < 3; count++) frame();
    expect(element.textContent).toBe('one two three');
  });

  it('reports an error of a frame, and renders from the beginning when the text changes', () => {
    const { element, entry, errors, frame, setText } = setup('one ');
    entry.value = Object.defineProperty(message({ id: 'm', author: 'agent' }), 'text', {
      get: () => {
        throw new Error('broken');
      },
    });
    frame();
    expect(errors).toEqual([new Error('broken')]);
    setText('one two ');
    for (let count = 0; count < 3; count++) frame();
    expect(element.textContent).toBe('one two ');
  });

  it('renders the rest of a text whose first part was drawn before there was a scheduler', () => {
    const text = 'word '.repeat(20_000).trim();
    const { element, entry, frames, follow } = setup(text, false, false);
    expect(element.textContent?.length).toBeLessThan(text.length);
    follow();
    frames.next();
    expect([element.textContent, entry.value?.kind]).toEqual([text, 'message']);
  });

  it('flows evenly from chunk to chunk where motion is welcome, and is complete when the stream ends', () => {
    const { clock, element, frames, setText } = setup('Hello ', true, true, false);
    const shown: (string | null)[] = [];
    const pass = (ms: number) => {
      clock.advance(ms);
      frames.next();
      shown.push(element.textContent);
    };
    setText('Hello dear ');
    pass(100);
    setText('Hello dear world, ');
    pass(50);
    pass(50);
    setText('Hello dear world, bye', false);
    pass(50);
    pass(250);
    expect(shown).toEqual([
      'Hello dear ',
      'Hello dear wor',
      'Hello dear world, ',
      'Hello dear world, b',
      'Hello dear world, bye',
    ]);
    while (frames.waiting() > 0) frames.next();
    clock.advance(100);
    expect(clock.waiting()).toBe(0);
  });

  it('a flush shows the whole text, and what appears below it stays in place', () => {
    const { clock, element, scheduler, setText } = setup('one ', true, true, false);
    setText('one two ');
    scheduler.flush();
    clock.advance(100);
    setText('one two three ');
    scheduler.flush();
    expect(element.textContent).toBe('one two three ');
  });

  it('renders nothing after dispose', () => {
    const { element, frames, setText, dispose } = setup('one');
    dispose();
    setText('one two', false);
    frames.next();
    expect(element.textContent).toBe('one');
  });
});
