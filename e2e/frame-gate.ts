import type { Page } from 'playwright/test';

/**
 * A gate between the platform and a page. While it is closed, no frame passes: a state that would be over before a test
 * has looked at it lasts until the test opens the gate.
 */
export interface FrameGate {
  /** Closes the gate after `count` frames that contain `text`. */
  closeAfter(text: string, count?: number): void;
  open(): void;
  /** Drops the frames that wait, as a cut connection does, and opens the gate for later ones. */
  dropWaiting(): void;
  /** Closes new connections at once; existing ones stay. */
  refuseConnections(isRefusing: boolean): void;
}

export async function createFrameGate(page: Page): Promise<FrameGate> {
  const waiting: (() => void)[] = [];
  let closing: { readonly text: string; left: number } | null = null;
  let isClosed = false;
  let isRefusing = false;

  const pass = (frame: string, send: () => void) => {
    if (isClosed) {
      waiting.push(() => pass(frame, send));
      return;
    }
    send();
    if (closing === null || !frame.includes(closing.text)) return;
    closing.left -= 1;
    isClosed = closing.left <= 0;
  };

  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (isRefusing) {
      void socket.close();
      return;
    }
    socket.connectToServer().onMessage((frame) => pass(String(frame), () => socket.send(frame)));
  });
  return {
    closeAfter(text, count = 1) {
      closing = { text, left: count };
      isClosed = false;
      for (const next of waiting.splice(0)) next();
    },
    open() {
      closing = null;
      isClosed = false;
      for (const next of waiting.splice(0)) next();
    },
    dropWaiting() {
      closing = null;
      isClosed = false;
      waiting.length = 0;
    },
    refuseConnections(value) {
      isRefusing = value;
    },
  };
}
