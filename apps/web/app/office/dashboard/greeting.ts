import { texts } from './texts.ts';

/** By the restaurant's clock, not the browser's; without a time just a welcome. */
export function greetingAt(at: string, zone: string): string {
  if (at === '') return texts.welcome;
  const look = new Intl.DateTimeFormat('en-CA', { hour: 'numeric', hourCycle: 'h23', timeZone: zone });
  const hour = Number(look.format(new Date(at)));
  if (hour >= 4 && hour < 12) return texts.morning;
  return hour >= 12 && hour < 17 ? texts.afternoon : texts.evening;
}
