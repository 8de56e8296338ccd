import { useRef, useState, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { CalendarCog, CalendarPlus, CalendarX, CircleCheck, CircleX, Link2, MapPin, Phone } from 'lucide-react';
import { twelveHourText } from '@tiffin/domain/hours';
import { phoneText } from '@tiffin/domain/people';
import { cancelReasonText, CUSTOMER_REQUEST } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import { addressLine } from '@tiffin/domain/locations';
import { useReload } from '../../shared/live/revalidate.ts';
import type { Answer } from '../../shared/api/api.ts';
import { dayInSentence } from '../../shared/reservation/date-texts.ts';
import { copyText } from '../../ui/copy-text.ts';
import { centsOf, formatMoney, formatTime, isoDay, phoneHref } from '../../ui/format.ts';
import { mapHref, useSite, type Location, type Site } from '../../shared/site/site.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { usePageEvent } from '../../ui/page-event.ts';
import { IconState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { type Reservation, sentenceValues, describeReservation } from './booking.ts';
import { depositText, PayDeposit } from './deposit-note.tsx';
import { CancelReservation } from './cancel-reservation.tsx';
import { ReservationSentence, SplitPage } from './booking-layout.tsx';
import { texts } from './texts.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';
import styles from './booking.module.css';

type ReservationAnswer = Answer<'getReservation'>;
type ReservationLocation = Pick<Location, 'name' | 'address' | 'postalCode' | 'phone' | 'timeZone'>;

interface ReservationPageProps {
  answer: ReservationAnswer;
  location: ReservationLocation | null;
  token: string | undefined;
  /** Why the answer to the reminder did not arrive. */
  failed?: string | null;
}

/** A reservation, for its guest or the holder of its manage link. */
export function ReservationPage({ answer, location, token, failed = null }: ReservationPageProps) {
  const [reservation, setReservation] = useCurrentReservation(answer);
  const [isCancelling, setIsCancelling] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  const { sends } = useSite();
  const { guestConfirmation } = reservation;
  const isCancelled = reservation.status === 'cancelled';
  const canCancel = answer.canCancel && !isCancelled;
  const isQuestion = canCancel && (guestConfirmation === 'asked' || guestConfirmation === 'offered');
  const isUpcoming = reservation.status === 'confirmed' && reservation.startsAt > answer.asOf;

  return (
    <SplitPage
      seats={reservation.reservationDetails.partySize}
      sentence={
        <ReservationSentence
          as="p"
          booking={sentenceValues(reservation, location?.timeZone)}
          locationName={reservation.locationName}
          struck={isCancelled}
        />
      }
    >
      <WaitingReservations />
      <div ref={head} tabIndex={-1} className={`grid start-and-column align-center ${styles.head}`} role="status">
        {isCancelled ? <CircleX className="danger" /> : <CircleCheck className="success-ink" />}
        <h1>{titleOf(reservation, answer.asOf, location?.timeZone)}</h1>
        {isUpcoming && !isQuestion && (
          <p className="column-2 soft">
            {guestConfirmation === 'given'
              ? say`You confirmed that you are coming.`
              : confirmationText(answer, reservation, sends)}
          </p>
        )}
      </div>
      {isQuestion && (
        <AreYouComing
          needsAnswer={guestConfirmation === 'asked'}
          failed={failed}
          onCancel={() => setIsCancelling(true)}
        />
      )}
      <Facts reservation={reservation} location={location} />
      <div className={`flex flex-wrap gap-10 ${styles.actions}`}>
        {isHeld(reservation) && <PayDeposit payment={answer.payment} />}
        {canCancel && (
          <>
            <a
              className={buttonClass({ size: 'lg', look: isQuestion ? 'quiet' : 'solid' })}
              href={paths.reservationCalendar(reservation.reservationId, token)}
              download={`${reservation.reservationId}.ics`}
            >
              <CalendarPlus />
              {say`Add to calendar`}
            </a>
            <Button look="quiet" size="lg" onClick={() => void copy(answer.manageUrl)}>
              <Link2 />
              {say`Copy the link to this page`}
            </Button>
            <LinkButton look="quiet" size="lg" href={paths.changeReservation(reservation.reservationId, { token })}>
              <CalendarCog />
              {say`Change reservation`}
            </LinkButton>
            {!isQuestion && (
              <Button look="danger" size="lg" onClick={() => setIsCancelling(true)}>
                {say`Cancel reservation`}
              </Button>
            )}
          </>
        )}
        {isCancelled && (
          <LinkButton size="lg" href={paths.reservations({ location: reservation.location })}>
            {say`Book another table`}
          </LinkButton>
        )}
      </div>
      <p className={`text-sm soft ${styles.hint}`}>
        {canCancel
          ? texts.keepLink
          : !isCancelled && location && say`Too late to change or cancel here? Call ${phoneText(location.phone)}`}
      </p>
      <CancelReservation
        reservation={reservation}
        about={describeReservation(reservation, location?.timeZone)}
        asOf={answer.asOf}
        token={token}
        open={isCancelling}
        onClose={() => setIsCancelling(false)}
        onCancelled={(cancelled) => {
          setReservation(cancelled);
          // The pressed button is gone, so the head of the page shows what happened.
          requestAnimationFrame(() => {
            head.current?.scrollIntoView({ block: 'center' });
            head.current?.focus({ preventScroll: true });
          });
        }}
      />
    </SplitPage>
  );
}

interface AreYouComingProps {
  needsAnswer: boolean;
  failed: string | null;
  onCancel: () => void;
}

/** The answer to the reminder. Without scripts the form sends it; with scripts, “cancel” asks first. */
function AreYouComing({ needsAnswer, failed, onCancel }: AreYouComingProps) {
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="stack gap-12">
      <div className="stack gap-4">
        <h2 className="text-lg">{say`Are you coming?`}</h2>
        {needsAnswer && <p className="soft">{say`Please confirm, or cancel if you cannot come.`}</p>}
      </div>
      <ErrorBanner title={say`Your answer did not arrive`} error={failed} />
      <div className={`flex flex-wrap gap-10 ${styles.actions}`}>
        <Button type="submit" size="lg" busy={busy}>
          {say`Yes, we are coming`}
        </Button>
        <Button
          type="submit"
          look="quiet"
          size="lg"
          name="answer"
          value="cancel"
          onClick={(event) => {
            event.preventDefault();
            onCancel();
          }}
        >
          {say`No, cancel it`}
        </Button>
      </div>
    </Form>
  );
}

function Facts({ reservation, location }: { reservation: Reservation; location: ReservationLocation | null }) {
  const { reservationDetails, tableNumber, cancelledAt, cancellationReason, lastChange } = reservation;
  return (
    <dl className={`grid line-below icon-18 break-anywhere ${styles.facts}`}>
      <Fact name={say`Reservation`} className={styles.id}>
        {reservation.reservationId}
      </Fact>
      {cancelledAt !== null && (
        <Fact name={say`Cancelled`}>{formatTime(cancelledAt, 'date-time', location?.timeZone)}</Fact>
      )}
      {cancellationReason !== null && cancellationReason !== CUSTOMER_REQUEST && (
        <Fact name={say`Reason`}>{cancelReasonText(cancellationReason)}</Fact>
      )}
      <Fact name={say`Guests`}>{texts.guestCount(reservationDetails.partySize)}</Fact>
      {lastChange && (
        <Fact name={say`Before`}>
          {`${dayInSentence(isoDay(lastChange.before.startsAt, location?.timeZone))}, ${twelveHourText(lastChange.before.time)}, ${texts.guestCount(lastChange.before.partySize)}`}
        </Fact>
      )}
      {tableNumber !== null && <Fact name={say`Table`}>{tableNumber}</Fact>}
      <Fact name={say`Where`}>
        {reservation.locationName}
        {location && (
          <>
            <a className="row gap-8 touch-height" href={mapHref(location)} target="_blank" rel="noreferrer">
              <MapPin />
              {addressLine(location)}
            </a>
            <a className="row gap-8 touch-height" href={phoneHref(location.phone)}>
              <Phone />
              {phoneText(location.phone)}
            </a>
          </>
        )}
      </Fact>
      {reservation.deposit && (
        <Fact name={reservation.deposit.isFee ? say`No-show fee` : say`Deposit`}>
          {formatMoney(centsOf(reservation.deposit.amount))}
          <span className="block soft">{depositText(reservation.deposit, location?.timeZone)}</span>
        </Fact>
      )}
      {reservationDetails.specialRequests !== null && (
        <Fact name={say`Special requests`} className={styles.wishes}>
          {reservationDetails.specialRequests}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, className, children }: { name: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-12">
      <dt className="text-sm soft">{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** It waits for its deposit. */
const isHeld = ({ status, deposit }: Reservation) => status === 'pending' && deposit?.state === 'open';

function titleOf(reservation: Reservation, asOf: string, zone: string | undefined): string {
  const { status, startsAt, deposit, source } = reservation;
  if (isHeld(reservation) && deposit?.heldUntil) {
    const until = formatTime(deposit.heldUntil, source === 'phone' ? 'date-time' : 'time', zone);
    return deposit.isFee
      ? say`Until ${until} your table is held. Leave a card to book it.`
      : say`Until ${until} your table is held. Pay the deposit to book it.`;
  }
  if (status === 'cancelled') return say`This reservation is cancelled`;
  if (status === 'seated') return say`Welcome, your table is ready`;
  return status === 'completed' || status === 'no-show' || startsAt <= asOf
    ? say`This reservation is past`
    : say`Your table is booked`;
}

/** Reports the known status of the message and never claims that it was sent. */
function confirmationText({ confirmation }: ReservationAnswer, { customerInfo }: Reservation, sends: Site['sends']) {
  const to = confirmation?.to ?? (customerInfo.email || customerInfo.phone);
  const isText = to.startsWith('+');
  const shown = isText ? phoneText(to) : to;
  if (confirmation?.status === 'sent') return say`We sent a confirmation to ${shown}.`;
  const isComing = confirmation?.status !== 'not sent' && sends.includes(isText ? 'sms' : 'email');
  return isComing
    ? say`A confirmation is on its way to ${shown}.`
    : say`No confirmation could be sent: please keep the link to this page.`;
}

/** Merges the loaded reservation with changes made on this page and by others. */
function useCurrentReservation({
  reservation: loaded,
}: ReservationAnswer): [Reservation, (reservation: Reservation) => void] {
  const [changedHere, setChangedHere] = useState<Reservation | null>(null);
  const reload = useReload();
  const reloadIfVisible = () => {
    if (document.visibilityState === 'visible') reload();
  };
  useLiveEvents(['reservation.updated', 'reset'], ({ type, data }) => {
    if (type === 'reset') return reloadIfVisible();
    const changed = eventPayload<Reservation>(data, 'reservation', 'id');
    if (changed?.id === loaded.id) reloadIfVisible();
  });
  usePageEvent('visibilitychange', reloadIfVisible);
  usePageEvent('online', reloadIfVisible);
  const isNewer = changedHere !== null && changedHere.id === loaded.id && changedHere.updatedAt > loaded.updatedAt;
  return [isNewer ? changedHere : loaded, setChangedHere];
}

async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    toast.success(say`Link copied`);
  } catch {
    toast.error(say`The link could not be copied`);
  }
}

export function ReservationNotFound({ id }: { id: string }) {
  return (
    <IconState
      level={1}
      title={say`Reservation not found: ${id}`}
      text={say`The link may be incomplete, or the reservation belongs to another account.`}
      icon={<CalendarX />}
    >
      <LinkButton href={paths.findReservation()}>{say`Send the link`}</LinkButton>
      <LinkButton look="quiet" href={paths.reservations()}>
        {say`Book another table`}
      </LinkButton>
    </IconState>
  );
}
