/** Texts for opening hours and directions. */
export const texts = {
  home: 'Home',
  sunday: 'Sun',
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  everyDay: 'Every day',
  closed: 'Closed',
} as const;
