const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Runs long work one item at a time. Before each it pauses, so that the relay can serve other requests. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Value): Promise<Value> => {
    const turn = last.then(pause).then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
