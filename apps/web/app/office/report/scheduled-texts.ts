import type { ReportFrequency } from '@tiffin/domain/stats';

/** Texts of the page on which reports by mail are chosen. */
export const scheduledTexts = {
  title: 'By email',
  explain:
    'A report by email after each business day or each month, with the figures of the report and what needs attention. It is sent an hour after the day ended; the end of the day is a setting of the location.',
  quiet: 'A day on which the location was closed and nothing was sold is left out.',
  loadFailed: 'The reports by email could not be loaded',
  list: 'Who gets which report',
  listTable: 'Reports and who gets them',
  none: 'Nobody gets a report by email yet.',
  person: 'Person',
  report: 'Report',
  location: 'Location',
  allLocations: 'All locations',
  ownLocations: 'All their locations',
  frequency: 'How often',
  frequencies: { daily: 'Every day', monthly: 'Every month' } satisfies Record<ReportFrequency, string>,
  addTitle: 'Send a report',
  add: 'Send this report',
  added: (name: string) => `${name} gets the next report by email`,
  addFailed: 'The report was not added',
  stop: 'Stop',
  stopReport: (name: string, report: string) => `Stop: ${report}, to ${name}`,
  stopped: (name: string) => `${name} no longer gets this report`,
  stopFailed: 'The report was not stopped',
  actions: 'Actions',
} as const;
