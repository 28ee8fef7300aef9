/** Key of the reference to an element in W3C WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export type ElementReference = Readonly<Record<typeof ELEMENT, string>>;

export const elementId = (element: ElementReference): string => element[ELEMENT];

/** A session of a W3C WebDriver: one browser with an empty profile. It ends with its driver. */
export interface WebDriverSession {
  get<Result>(path: string): Promise<Result>;
  post<Result = void>(path: string, body?: object): Promise<Result>;
  /** Runs the body of a function in the selected document. */
  script<Result>(script: string, ...args: readonly unknown[]): Promise<Result>;
}

/** `code` is one of the W3C error codes. */
class WebDriverError extends Error {
  readonly code: string;

  constructor(failure: string, code: string, message = '') {
    super(`${failure}; ${code} ${message}`.trim());
    this.code = code;
  }
}

/** The result of a command about an element; `otherwise` if the page has removed the element meanwhile. */
export async function ifRemoved<Result>(otherwise: Result, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WebDriverError && error.code === 'stale element reference') return otherwise;
    throw error;
  }
}

async function call<Result>(
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  signal: AbortSignal | null = null,
): Promise<Result> {
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } };
  if (response.ok) return value;
  throw new WebDriverError(`unable to ${method} ${new URL(url).pathname}`, value.error ?? '', value.message);
}

/** True if the driver at this address accepts a session. */
export async function isReady(driverUrl: string): Promise<boolean> {
  try {
    return (await call<{ ready: boolean }>('GET', `${driverUrl}/status`)).ready;
  } catch {
    return false;
  }
}

/** After these times something hangs: the start of the browser, and a page or a script. */
interface Limits {
  readonly startsInMs: number;
  readonly runsInMs: number;
}

export async function startSession(
  driverUrl: string,
  { startsInMs, runsInMs }: Limits,
): Promise<WebDriverSession> {
  const timeouts = { script: runsInMs, pageLoad: runsInMs, implicit: 0 };
  const { sessionId } = await call<{ sessionId: string }>(
    'POST',
    `${driverUrl}/session`,
    { capabilities: { alwaysMatch: { timeouts } } },
    AbortSignal.timeout(startsInMs),
  );
  const session = `${driverUrl}/session/${sessionId}`;
  return {
    get: (path) => call('GET', `${session}/${path}`),
    post: (path, body = {}) => call('POST', `${session}/${path}`, body),
    script: (script, ...args) => call('POST', `${session}/execute/sync`, { script, args }),
  };
}
