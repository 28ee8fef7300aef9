/** An event of a stream. */
export interface StreamEvent {
  /** Id of this event, or of the last one before it that had one. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Reads a stream of server-sent events (WHATWG HTML). The stream may be split anywhere. */
export function createEventReader(lastId: string) {
  let rest = '';
  let id = lastId;
  let type = '';
  let data: string[] = [];
  let retryInMs: number | undefined;

  function take(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (data.length > 0) events.push({ id, type: type || 'message', data: data.join('\n') });
      type = '';
      data = [];
      return;
    }
    // A line that begins with a colon is a comment: it has no name.
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
    else if (name === 'id') id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retryInMs = Number(value);
  }

  return {
    /** Returns the events that are complete after this chunk. */
    push(part: string): readonly StreamEvent[] {
      const [end = '', ...others] = part.split('\n');
      // An unfinished line is not read again with each part.
      const lines = [rest + end, ...others];
      rest = lines.pop() ?? '';
      const events: StreamEvent[] = [];
      for (const line of lines) take(line.replace(/\r$/, ''), events);
      return events;
    },
    /** Retry delay that the server has asked for. */
    retryInMs: (): number | undefined => retryInMs,
  };
}
