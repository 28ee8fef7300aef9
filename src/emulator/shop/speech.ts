/** Sentences that the agent of a new project has in its audio cache. */
export const SPEECH = [
  { transcript: 'Welcome to Lumen & Oak. How can I help?', hit_count: 1204, duration: 2.9 },
  { transcript: 'One moment, please.', hit_count: 873, duration: 1.2 },
  { transcript: 'Our parcels take two to four working days.', hit_count: 341, duration: 2.6 },
  { transcript: 'I will put you through to a colleague.', hit_count: 198, duration: 2.1 },
  { transcript: 'Goodbye, and thank you for calling!', hit_count: 655, duration: 1.9 },
] as const;
