/** Responses that forward a body of the platform. It may fail midway. */
const streaming = new WeakSet<Response>();

/** Creates a response that forwards its body while it arrives. */
export function streamingResponse(body: ReadableStream<Uint8Array>, init: ResponseInit): Response {
  const response = new Response(body, init);
  streaming.add(response);
  return response;
}

/**
 * Returns a response whose body ends when the forwarded body fails; `onError` must then close the connection. Without this, the server
 * adapter would append the error text to the body and end it as if it were complete. Other responses are returned unchanged.
 */
export function guardStreaming(response: Response, onError: (error: unknown) => void): Response {
  if (!streaming.has(response) || !response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
        } catch (error) {
          onError(error);
        }
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
