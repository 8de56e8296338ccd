import { twelveHours } from '@tiffin/domain/hours';
import { moneyText, type Period } from '@tiffin/domain/stats';
import { centsOf } from '../../ui/format.ts';
import type { Bar } from '../../ui/bar-chart.tsx';
import { texts } from './texts.ts';
import type { Stats } from './use-figures.ts';

export const DAYS_SHOWN = 7;

const dayLook = new Intl.DateTimeFormat('en-CA', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const monthLook = new Intl.DateTimeFormat('en-CA', { month: 'short', timeZone: 'UTC' });
const dateLook = new Intl.DateTimeFormat('en-CA', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day or month of the calendar in words; it has no zone of its own. */
export function dayText(date: string, look: 'day' | 'date' | 'month'): string {
  const at = new Date(`${date.length === 7 ? `${date}-01` : date}T00:00:00Z`);
  return { day: dayLook, date: dateLook, month: monthLook }[look].format(at);
}

/** '6 p.m.', as everywhere; there is no room for the minutes under a bar. */
export function hourText(hour: number): string {
  return twelveHours(`${String(hour).padStart(2, '0')}:00`).replace(':00', '');
}

export function dayBars(byDay: Stats['byDay']): Bar[] {
  const shown = byDay.slice(-DAYS_SHOWN);
  return shown.map(({ date, revenue }, place) => ({
    id: date,
    label: place === shown.length - 1 ? texts.today : dayText(date, 'day'),
    value: revenue,
    text: moneyText(centsOf(revenue), 'revenue'),
    now: place === shown.length - 1,
  }));
}

/** The hours one looks for on any day; whatever lies outside widens the picture. */
const HOURS = { from: 11, to: 21 };

/** Beside a single day its usual course. */
export function hourBars(byHour: Stats['byHour'], period: Period): Bar[] {
  const withUsual = period === 'today' || period === 'yesterday';
  const busy = byHour.filter((hour) => hour.orders > 0 || (withUsual && hour.usualOrders > 0)).map(({ hour }) => hour);
  const from = Math.min(HOURS.from, ...busy);
  const until = Math.max(HOURS.to, ...busy);
  const told = new Map(byHour.map((each) => [each.hour, each]));
  return Array.from({ length: until - from + 1 }, (_, place) => {
    const hour = from + place;
    const { orders, usualOrders } = told.get(hour) ?? { orders: 0, usualOrders: 0 };
    return {
      id: String(hour),
      label: hourText(hour),
      value: orders,
      text: String(orders),
      ...(withUsual && { usual: usualOrders, usualText: String(usualOrders) }),
    };
  });
}
