import type { WantedTime } from '../../shared/cart/wanted-time.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import type { Failed } from './place-order.ts';
import { texts } from './texts.ts';

/** Why it was not placed; where a time was taken the nearest ones are each a press away. */
export function FailedNotice({
  message,
  nearest,
  zone,
  onTime,
}: Pick<Failed, 'message' | 'nearest'> & { zone: string; onTime: (at: WantedTime) => void }) {
  if (nearest.length === 0) {
    return (
      <Banner tone="bad" announce="alert">
        {message}
      </Banner>
    );
  }
  return (
    <Banner tone="bad" announce="alert">
      {texts.timeGone}
      <span className="row flex-wrap gap-8 above-8">
        {nearest.map((at) => (
          <Button key={at} look="quiet" size="sm" onClick={() => onTime(at as WantedTime)}>
            {formatTime(at, 'weekday-time', zone)}
          </Button>
        ))}
      </span>
    </Banner>
  );
}
