/** The words of this page. */
export const words = {
  title: 'Peak of conversations',
  maximum: 'Maximum',
  others: (count: string, max: string) => `${count} more variants, each with a peak of at most ${max}:`,
  showAll: 'Show all variants',
  onlyAWeek: 'The platform tells a week at most: the last seven days of the range are shown.',
  none: 'There were no conversations in this time.',
} as const;
