/** The words of this page. */
export const words = {
  views: 'What is shown',
  changes: 'Changes',
  reads: 'Reads',
  keys: 'Keys',
  only: (value: string) => `${value}: show only these`,
  columns: {
    time: 'Time',
    who: 'Who',
    operation: 'Operation',
    target: 'About',
    outcome: 'Outcome',
    client: 'Network',
    request: 'Request',
  },
  noChanges: 'Nothing was changed in this time. Changes, sign-ins and refused changes appear here.',
  noReads: 'Nothing was read in this time.',
  noKeys: 'There are no admin keys (FOYER_ADMIN_KEYS).',
  keyColumns: {
    name: 'Name',
    scopes: 'Scopes',
    boundTo: 'May be used for',
    expiry: 'Last day',
    lastUse: 'Last use',
  },
  unbound: 'everything',
  unexpiring: 'none',
  expired: 'expired',
  expiresSoon: 'soon',
  unused: 'not within 400 days',
  keysNote:
    'Keys are in the configuration of the relay (FOYER_ADMIN_KEYS), and end when they are taken out of it. Two keys of one name have a last use each.',
} as const;
