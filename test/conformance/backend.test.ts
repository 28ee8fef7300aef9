import { describe, expect, it } from 'vitest';
import { createBackend } from './engine/backend.ts';
import { emptyRecording } from './engine/recording.ts';

const createServer = (now: () => number) => {
  const backend = createBackend({
    recording: emptyRecording(),
    upstream: null,
    now,
    schedule: () => {},
    isExpected: () => false,
  });
  const connect = (page: number) =>
    backend.receive(page, { is: 'socket', at: now(), socket: 1, url: 'wss://platform.example.test/' });
  const answer = (page: number) => backend.commandsFor(page);
  return { backend, connect, answer };
};

describe('the connection that the script uses', () => {
  it('is the one that a step accepted, when others open at the same moment', () => {
    const { backend, connect, answer } = createServer(() => 5);
    backend.nextHandshake('accept', undefined);
    for (const page of [1, 2]) connect(page);
    answer(1);
    expect(backend.current()?.page).toBe(1);
  });

  it('is the latest one, when it opened later', () => {
    let at = 5;
    const { backend, connect, answer } = createServer(() => at);
    backend.nextHandshake('accept', undefined);
    connect(1);
    answer(1);
    at = 6;
    connect(2);
    answer(2);
    expect(backend.current()?.page).toBe(2);
  });
});
