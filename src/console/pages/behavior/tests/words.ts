/** The words of these tests. */
export const words = {
  lead: 'Conversations with the agent, and the answers that are expected, in YAML or JSON. The suite stays in this window.',
  suite: 'Suite',
  placeholder: 'cases:\n  - say: When are you open on Saturday?\n    expect: 10:00 to 18:00',
  open: 'Open a file',
  run: 'Run tests',
  running: (done: number, of: number) => (of === 0 ? 'Reading the suite' : `${done} of ${of}`),
  fault: (line: number, message: string) => `Line ${line}: ${message}`,
  noDraft:
    'The draft was not tested: debug chats of this platform are answered by the published agent. Only the embedded platform with an agent of your own tries a draft.',
  passes: (passed: number, of: number) => `${passed} of ${of} pass`,
  published: 'Published',
  draft: 'Draft',
  breaks: 'broken by the draft',
  mends: 'mended by the draft',
  breaksCount: (count: number) =>
    count === 0
      ? 'The draft breaks no case.'
      : count === 1
        ? 'The draft breaks 1 case.'
        : `The draft breaks ${count} cases.`,
  passed: 'passed',
  failed: 'failed',
  turn: (turn: number) => `Turn ${turn}`,
  greeting: 'the greeting',
  said: 'Said',
  expected: 'Expected',
  came: 'Came',
  changed: 'The text has changed since.',
} as const;
