const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Does what takes long one at a time, with a pause before each in which the relay serves other requests. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Value): Promise<Value> => {
    const turn = last.then(pause).then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
