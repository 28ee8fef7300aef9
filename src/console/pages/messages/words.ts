/** The words of this page. */
export const words = {
  off: 'This site takes no messages. Set "messages": true in its branding file, and visitors can leave one where nobody answers.',
  none: 'Nobody has left a message. What visitors write while the chat is closed, or where nobody was reached, appears here.',
  columns: { time: 'Time', contact: 'Contact', text: 'Message', state: 'Webhook' },
  actions: 'Actions',
  hidden: 'needs the scope pii',
  reasons: {
    closed: 'The chat was closed',
    nobody: 'Nobody was reached',
    unreachable: 'The chat did not connect',
  },
  states: { new: 'new', delivered: 'delivered', failed: 'failed' },
  failure: (failure: string) => `Last answer: ${failure}.`,
  next: 'Next attempt',
  givenUp: 'Given up.',
  remove: 'Remove',
  removeTitle: 'Remove this message?',
  removal: 'It is removed from all relays. What the webhook got stays there.',
  note: 'Kept for 30 days, or until it is removed. Nothing is sent to the visitor: answer by yourself.',
} as const;
