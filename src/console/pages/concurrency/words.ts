/** The words of this page. */
export const words = {
  title: 'Conversations at the same time',
  maximum: 'Maximum',
  others: (count: string, max: string) =>
    `${count} more variants, each with at most ${max} at the same time:`,
  showAll: 'Show all variants',
  onlyAWeek: 'The platform tells a week at most: the last seven days of the range are shown.',
  none: 'There were no conversations in this time.',
} as const;
