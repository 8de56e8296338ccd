import type { QueryKey } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import type { JobTitle } from '@tiffin/domain/day';
import { centsOf, formatMoney } from '../../ui/format.ts';

/** The queries whose data clocking in or out, corrections, rates and rules of tips change. */
export const workKeys = (locationId: string): QueryKey[] => [
  ['hours', locationId],
  ['tips', locationId],
  ['pay', locationId],
];

export const JOBS: Readonly<Record<JobTitle, string>> = {
  server: say`Server`,
  bar: say`Bar`,
  host: say`Host`,
  runner: say`Runner`,
  kitchen: say`Kitchen`,
  dishes: say`Dishwasher`,
  driver: say`Driver`,
};

export const dollarsText = (amount: number) => formatMoney(centsOf(amount));

/** For example `6 h 30`, in one line. */
export function minutesText(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), String(total % 60).padStart(2, '0')];
  return say`${hours} h ${minutes}`.replaceAll(' ', '\u00a0');
}
