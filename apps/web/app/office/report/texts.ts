import type { ReportBreakdown } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';

/** Texts of the report. An owner and an accountant read the same page. */
export const texts = {
  ofTender: (figure: string, name: string) => say`${figure}: ${name}`,

  breakdowns: {
    category: say`Category`,
    dish: say`Dish`,
    option: say`Option`,
    service: say`Service`,
    daypart: say`Daypart`,
    hour: say`Hour`,
    channel: say`Channel`,
    day: say`Day`,
  } satisfies Record<ReportBreakdown, string>,
} as const;
