/** A promise that is settled from outside. */
export interface SettleablePromise<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}

export function createSettleablePromise<Value>(): SettleablePromise<Value> {
  let resolve: SettleablePromise<Value>['resolve'] = () => {};
  let reject: SettleablePromise<Value>['reject'] = () => {};
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
