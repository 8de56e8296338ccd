const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function timeAgo(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  return passed < DAY ? counted(Math.floor(passed / HOUR), 'hour') : counted(Math.floor(passed / DAY), 'day');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
