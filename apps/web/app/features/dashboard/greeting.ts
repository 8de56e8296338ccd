import { texts } from './texts.ts';

/** By the restaurant's clock, not the browser's. */
export function greetingAt(at: Date, zone: string): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-CA', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(at),
  );
  if (hour >= 4 && hour < 12) return texts.morning;
  return hour >= 12 && hour < 17 ? texts.afternoon : texts.evening;
}
