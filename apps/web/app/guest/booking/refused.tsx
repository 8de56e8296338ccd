import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Booking } from './booking.ts';
import { texts } from './texts.ts';
import type { Refusal } from './use-booking.ts';

/** Why there is no table, and which there are instead. */
export function Refused({
  refusal: { code, words, alternatives },
  signedIn,
  onChange,
}: {
  refusal: Refusal;
  signedIn: boolean;
  onChange: (change: Partial<Booking>) => void;
}) {
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={texts.problem}
      {...(code === 'reservation-exists' &&
        signedIn && {
          action: (
            <LinkButton look="quiet" size="sm" href={paths.dashboard()}>
              {texts.yours}
            </LinkButton>
          ),
        })}
    >
      <p>{words}</p>
      {code === 'slot-unavailable' && alternatives.length === 0 && <p>{texts.takenSoon}</p>}
      {alternatives.length > 0 && (
        <div className="flex flex-wrap gap-8 above-10" role="group" aria-label={texts.alternatives}>
          {alternatives.map(({ date, time, label }) => (
            <Button
              key={`${date} ${time}`}
              look="quiet"
              size="sm"
              onClick={() => onChange({ date, slot: { time, label } })}
            >
              {texts.alternative(date, label)}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}
