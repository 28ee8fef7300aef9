/** Answers whose body is still on its way from elsewhere, and may break off. */
const unfinished = new WeakSet<Response>();

/** An answer that is handed on while it arrives. */
export function streamed(body: ReadableStream<Uint8Array>, init: ResponseInit): Response {
  const response = new Response(body, init);
  unfinished.add(response);
  return response;
}

/**
 * The same answer, but for one that is handed on: when its body fails, `breakOff` is called and the body ends. The server's
 * adapter would write the fault's words behind what was sent, and end it as if it were whole.
 */
export function guarded(response: Response, breakOff: (fault: unknown) => void): Response {
  if (!unfinished.has(response) || !response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
        } catch (fault) {
          breakOff(fault);
        }
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
