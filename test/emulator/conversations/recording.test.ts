import { expect, it } from 'vitest';
import { speechMs } from '../../../src/emulator/conversations/generator.ts';
import { createRecording, type Direction } from '../../../src/emulator/conversations/recording.ts';
import { inputTurn } from '../../../src/emulator/model/turn.ts';

it('a redacted recording omits an answer that is interrupted in the middle of a number (R-11.3)', () => {
  const [answer, interruption] = ['Your order number is 12345.', 'Thanks!'];
  const begins = speechMs('Your order number is 123');
  const call = {
    startedAt: 0,
    endedAt: 10_000,
    turns: [
      { ...inputTurn('', 0), agent_response: answer, agent_response_at: 0 },
      { ...inputTurn(interruption, begins + speechMs(interruption)), barge_in: true },
    ],
  };
  const isHeard = (direction: Direction, isRedacted: boolean) => {
    const { byteLength, read } = createRecording(call, { direction, isRedacted });
    return read(44, byteLength).some((byte) => byte !== 0);
  };
  expect([isHeard('agent', false), isHeard('agent', true), isHeard('user', true)]).toEqual([
    true,
    false,
    true,
  ]);
});
