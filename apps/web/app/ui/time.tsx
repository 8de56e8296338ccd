import { formatTime, type TimeLook } from './format.ts';

/** An instant on the restaurant's clock. */
export function Time({
  at,
  look,
  zone,
  className,
}: {
  at: string;
  look?: TimeLook;
  zone?: string;
  className?: string;
}) {
  return (
    <time dateTime={at} className={className}>
      {formatTime(at, look, zone)}
    </time>
  );
}
