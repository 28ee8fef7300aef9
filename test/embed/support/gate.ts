/** A promise that a test settles. */
export interface Gate<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}

export function createGate<Value>(): Gate<Value> {
  let resolve: Gate<Value>['resolve'] = () => {};
  let reject: Gate<Value>['reject'] = () => {};
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
