import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/chat/model.ts';
import * as extras from '../../src/widget/extras.ts';
import { showLiveText } from '../../src/widget/live-text.ts';
import { createPainter } from '../../src/widget/painter.ts';
import { createUi, type Extras } from '../../src/widget/scope.ts';
import { stringsFor } from '../../src/widget/strings.ts';
import { createFrames } from './support/frames.ts';
import { createScriptedChat, message } from './support/scripted-chat.ts';

function setup(text: string, streaming = true, isPlain = false) {
  const frames = createFrames();
  let painted = 0;
  const painter = createPainter(frames.nextFrame, () => {
    painted += 1;
  });
  const element = document.createElement('div');
  const entry = signal<Entry | undefined>(message({ id: 'm', author: 'agent', text, streaming }));
  const loaded = signal<Extras | null>(isPlain ? null : extras);
  const chat = { ...createScriptedChat(), entry: () => entry };
  const scope = {
    chat,
    config: signal(null),
    extras: loaded,
    strings: signal(stringsFor('en')),
    ui: createUi(),
  };
  const stop = showLiveText(element, scope, 'm', painter);
  return {
    element,
    frames,
    stop,
    load: () => {
      loaded.value = extras;
    },
    painted: () => painted,
    become(next: string, isStreaming = true) {
      entry.value = message({ id: 'm', author: 'agent', text: next, streaming: isStreaming });
    },
  };
}

describe('text that streams in', () => {
  it('draws what there is at once, and what comes with the next frame', () => {
    const { element, frames, become } = setup('one ');
    expect(element.textContent).toBe('one');
    become('one two ');
    expect(element.textContent).toBe('one');
    frames.pass();
    expect(element.textContent).toBe('one two');
  });

  it('is plain until its formatting has loaded, and formatted from its beginning after', () => {
    const { element, frames, become, load } = setup('some **bold', true, true);
    become('some **bold** words.\n\n');
    frames.pass();
    expect([element.textContent, element.querySelector('strong')]).toEqual([
      'some **bold** words.\n\n',
      null,
    ]);
    load();
    frames.pass();
    frames.pass();
    expect([element.textContent, element.querySelector('strong')?.textContent]).toEqual([
      'some bold words.',
      'bold',
    ]);
  });

  it('draws once per frame, however many chunks came', () => {
    const { element, frames, become, painted } = setup('');
    for (let count = 1; count <= 50; count++) become('word '.repeat(count));
    expect(frames.waiting()).toBe(1);
    frames.pass();
    expect([painted(), element.textContent]).toEqual([1, 'word '.repeat(50).trim()]);
  });

  it('draws in every other frame while more comes, and asks for none when all is drawn', () => {
    const { frames, become, painted } = setup('');
    const drawn: number[] = [];
    for (let count = 1; count <= 6; count++) {
      become('word '.repeat(count));
      frames.pass();
      drawn.push(painted());
    }
    for (let count = 0; count < 3; count++) frames.pass();
    expect({ drawn, painted: painted(), waiting: frames.waiting() }).toEqual({
      drawn: [1, 1, 2, 2, 3, 3],
      painted: 4,
      waiting: 0,
    });
  });

  it('leaves the elements drawn before alone', () => {
    const { element, frames, become } = setup('first paragraph\n\nsecond');
    const [first] = element.children;
    become('first paragraph\n\nsecond and more\n\nthird');
    frames.pass();
    expect(element.children[0]).toBe(first);
    expect(element.childElementCount).toBe(3);
  });

  // spec messaging §8: a full message with the id of a stream replaces its text.
  it('draws anew when the text is another one', () => {
    const { element, frames, become } = setup('Helo wor');
    become('Hello **world**', false);
    frames.pass();
    expect(element.innerHTML).toBe('<p>Hello <strong>world</strong></p>');
  });

  it('shows what was undecided once the message is complete', () => {
    const { element, frames, become } = setup('a <b');
    expect(element.textContent).toBe('a');
    become('a <b', false);
    frames.pass();
    expect(element.textContent).toBe('a <b');
  });

  it('goes on after a stream that seemed to be over', () => {
    const { element, frames, become } = setup('one', false);
    become('one two', true);
    frames.pass();
    become('one two three', false);
    frames.pass();
    frames.pass();
    expect(element.textContent).toBe('one two three');
  });

  it('draws nothing more after it was stopped', () => {
    const { element, frames, become, stop } = setup('one');
    stop();
    become('one two', false);
    frames.pass();
    expect(element.textContent).toBe('on');
  });
});
