import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { describeReservation, type Booking } from './booking.ts';
import { changeTexts, findTexts } from './change-texts.ts';
import type { Refusal } from './use-booking.ts';
import { useSendLinks } from './use-send-links.ts';

const secondTableText = (phone: string) => say`A second table for other people? Call ${phone}.`;

interface ExistingReservationProps {
  refusal: Refusal;
  booking: Booking;
  phone: string;
  zone: string | undefined;
}

/**
 * A second reservation was refused. The owner's account is offered to change the first. Others only get its link by
 * mail, because anybody can type another person's address.
 */
export function ExistingReservation({ refusal: { words, existing }, booking, phone, zone }: ExistingReservationProps) {
  if (existing === null) return <SendLink words={words} email={booking.email} phone={phone} />;
  const { date, slot, partySize } = booking;
  const to = paths.changeReservation(existing.reservationId, {
    party: String(partySize),
    ...(date !== null && slot !== null && { date, time: slot.time }),
  });
  return (
    <Banner tone="bad" announce="alert" title={say`You already have a table here`}>
      <p>{describeReservation(existing, zone)}</p>
      <p>{say`We hold one table per guest. Do you want to change it instead?`}</p>
      <div className="flex flex-wrap gap-8 above-10">
        <LinkButton size="sm" href={to}>
          {date !== null && slot !== null ? changeTexts.moveToDay(date, slot.label) : say`Change reservation`}
        </LinkButton>
        <LinkButton look="quiet" size="sm" href={paths.reservation(existing.reservationId)}>
          {say`See this reservation`}
        </LinkButton>
      </div>
      <p className="hint">{secondTableText(phoneText(phone))}</p>
    </Banner>
  );
}

function SendLink({ words, email, phone }: { words: string; email: string; phone: string }) {
  const { sentTo, error, isBusy, send } = useSendLinks();
  if (sentTo !== null) {
    return (
      <Banner tone="ok" announce="status" title={say`Check your email`}>
        <p>{findTexts.sent(sentTo)}</p>
        <p>{findTexts.nothingCame(phoneText(phone))}</p>
      </Banner>
    );
  }
  return (
    <Banner tone="bad" announce="alert" title={say`Nothing was booked`}>
      <p>{words}</p>
      <p>{say`Is it yours? We can send its link to your email address. With the link you can change it.`}</p>
      {error !== null && <p>{error}</p>}
      <div className="flex flex-wrap gap-8 above-10">
        <Button look="quiet" size="sm" busy={isBusy} onClick={() => void send({ email })}>
          {say`Send the link`}
        </Button>
      </div>
      <p className="hint">{secondTableText(phoneText(phone))}</p>
    </Banner>
  );
}
