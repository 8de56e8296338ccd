import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { say, type DateText } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { daysOf, firstOfMonth, MAX_REPORT_DAYS, mondayOf, nextMonth, type ReportPeriod } from '@tiffin/domain/stats';

export const PRESET_NAMES = {
  today: say`Today`,
  yesterday: say`Yesterday`,
  week: say`This week`,
  'last-week': say`Last week`,
  month: say`This month`,
  'last-month': say`Last month`,
  quarter: say`This quarter`,
  year: say`This year`,
  other: say`Other days`,
};
export type Preset = keyof typeof PRESET_NAMES;
export const PRESETS = Object.keys(PRESET_NAMES) as Preset[];

export const REPORT_PAGES = ['report', 'margins', 'costs', 'accountant', 'mails'] as const;
export type ReportPage = (typeof REPORT_PAGES)[number];

/** What the report shows. It is stored in the URL, so that a link shows the same figures. */
export interface ReportView extends ReportPeriod {
  readonly locationId: string;
}

/** The days of a preset; 'other' has none. */
export function presetPeriod(preset: Exclude<Preset, 'other'>, today: DateText): ReportPeriod {
  const monday = mondayOf(today);
  const month = firstOfMonth(today);
  const lastDayOf = (first: DateText) => addDays(nextMonth(first), -1);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: monday, to: addDays(monday, 6) };
    case 'last-week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'month':
      return { from: month, to: lastDayOf(month) };
    case 'last-month':
      return { from: firstOfMonth(addDays(month, -1)), to: addDays(month, -1) };
    case 'quarter': {
      const firstMonth = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
      const from = `${today.slice(0, 4)}-${String(firstMonth).padStart(2, '0')}-01`;
      return { from, to: lastDayOf(nextMonth(nextMonth(from))) };
    }
    default:
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  }
}

/** The preset with these days; 'other' if there is none. */
export function presetOf({ from, to }: ReportPeriod, today: DateText): Preset {
  const hasDays = (preset: Preset) => {
    if (preset === 'other') return true;
    const period = presetPeriod(preset, today);
    return period.from === from && period.to === to;
  };
  return PRESETS.find(hasDays) ?? 'other';
}

/** Why a period cannot be shown, or null. The server refuses the same periods. */
export function periodProblem({ from, to }: ReportPeriod): 'empty' | 'order' | 'length' | null {
  if (from === '' || to === '') return 'empty';
  if (from > to) return 'order';
  return daysOf({ from, to }) > MAX_REPORT_DAYS ? 'length' : null;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

interface ReportViewContext {
  readonly locationIds: readonly string[];
  readonly maySeeAll: boolean;
  readonly businessDayAt: (locationId: string) => DateText;
}

/** Parses the view from the URL, limited to the locations the person may see; the default is this month. */
export function parseReportView(
  search: URLSearchParams,
  { locationIds, maySeeAll, businessDayAt }: ReportViewContext,
): ReportView {
  const requested = search.get('location') ?? '';
  const first = maySeeAll || locationIds.length > 1 ? ALL_LOCATIONS : (locationIds[0] ?? ALL_LOCATIONS);
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const isDated = DATE.test(from) && DATE.test(to);
  const locationId = locationIds.includes(requested) ? requested : first;
  return { locationId, ...(isDated ? { from, to } : presetPeriod('month', businessDayAt(locationId))) };
}

/** The view and the open page, both in the URL, so that mails and the menu can link to them. */
export function useReportView(context: ReportViewContext) {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const view = parseReportView(search, context);
  const page = REPORT_PAGES.find((each) => each === search.get('page')) ?? 'report';

  function navigateTo(change: Partial<ReportView> & { page?: ReportPage }) {
    const { locationId, from, to, page: opened } = { ...view, page, ...change };
    const next = new URLSearchParams({ location: locationId, from, to });
    if (opened !== 'report') next.set('page', opened);
    void navigate({ search: `?${next}`, hash }, { replace: true, preventScrollReset: true });
  }
  return {
    view,
    show: (change: Partial<ReportView>) => navigateTo(change),
    page,
    openPage: (next: ReportPage) => navigateTo({ page: next }),
  };
}
