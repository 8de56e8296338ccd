import { formatTime, type TimeLook } from './format.ts';

/** An instant in the restaurant's time zone. */
export function Time({ at, look, className }: { at: string; look?: TimeLook; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {formatTime(at, look)}
    </time>
  );
}
