import { CalendarX } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { paths } from '../../paths.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useMe } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { phoneHref } from '../../ui/format.ts';
import { IconState } from '../../ui/states.tsx';
import { ChooseTable, type BookingStart } from './choose-table.tsx';
import { DetailsForm } from './details-form.tsx';
import { Sentence, SplitPage } from './split-page.tsx';
import { texts } from './texts.ts';
import { useBooking, type Refusal } from './use-booking.ts';
import type { Booking } from './booking.ts';
import styles from './booking.module.css';

/** Why there is no table, and which there are instead. */
function Refused({
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

/** Booking a table: three taps and three fields, and a sentence that fills in. */
export function BookingPage({ start }: { start: BookingStart }) {
  const { places } = start;
  const me = useMe();
  const online = useOnline();
  const hydrated = useHydrated();
  const { booking, problems, refusal, isSending, change, reserve } = useBooking(start, me);
  const place = places.find((each) => each.id === booking.locationId);

  return (
    <SplitPage seats={booking.partySize} sentence={<Sentence booking={booking} place={place?.name ?? ''} />}>
      <WaitingReservations />
      <form
        id="booking"
        className={`stack ${styles.form}`}
        noValidate
        // What is chosen before the page is alive would be seen but not known.
        inert={!hydrated}
        onSubmit={(event) => {
          event.preventDefault();
          void reserve();
        }}
      >
        <ChooseTable start={start} booking={booking} problems={problems} onChange={change} />
        <DetailsForm booking={booking} problems={problems} onChange={change} />
        <div className="stack gap-12">
          {refusal && <Refused refusal={refusal} signedIn={me !== null} onChange={change} />}
          {!online && (
            <Banner tone="offline" announce="status">
              {texts.offline}
            </Banner>
          )}
          <Button type="submit" size="lg" block busy={isSending}>
            {isSending
              ? texts.reserving
              : booking.slot
                ? texts.reserveFor(booking.partySize, booking.slot.label)
                : texts.reserve}
          </Button>
          <p className="hint">{texts.reserveHint}</p>
          <noscript>
            <p>
              {texts.noScript}{' '}
              {places.map(({ id, name, phone }) => (
                <a key={id} href={phoneHref(phone)}>
                  {name} {phoneText(phone)}
                </a>
              ))}
            </p>
          </noscript>
        </div>
      </form>
    </SplitPage>
  );
}

/** No location takes tables at the moment. */
export function NoTables() {
  return (
    <IconState level={1} title={texts.noTables} text={texts.noTablesText} icon={<CalendarX aria-hidden="true" />}>
      <LinkButton href={paths.menuStart()}>{texts.toMenu}</LinkButton>
    </IconState>
  );
}
