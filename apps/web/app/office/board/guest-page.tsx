import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { twelveHourText } from '@tiffin/domain/hours';
import { allergyTexts, distinctAllergies } from '@tiffin/domain/order';
import { hasRole, phoneText, SECTIONS } from '@tiffin/domain/people';
import { reservationStatusName } from '@tiffin/domain/reservation';
import { officePaths } from '../../office-paths.ts';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { formatCount, StatTiles } from '../../ui/figures.tsx';
import { centsOf, formatDay, formatMoney, formatTime, phoneHref } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { BoardOrder } from './board-orders.ts';
import { OrderRow } from './find-order.tsx';
import styles from './find-order.module.css';
import { texts } from './texts.ts';

type Booking = Answer<'getAllReservations'>['reservations'][number];

const PAGE_SIZE = 50;
const MAX_REQUESTS = 10;

/** True for the rows of this guest. The search also finds longer addresses and numbers that contain the contact. */
const isOf =
  (contact: string) =>
  ({ customerInfo: { email, phone } }: BoardOrder | Booking) =>
    email.toLowerCase() === contact.toLowerCase() || phone === contact;

/** A guest with or without an account, named by an email address or a phone number: their orders, bookings and wishes. */
export function GuestPage({ contact }: { contact: string }) {
  const { actor } = useBackOffice();
  const search = { search: contact, limit: PAGE_SIZE };
  const orders = usePages(['find-order', 'guest'], 'getLocationOrders', search);
  const bookings = usePages(['reservations', 'guest'], 'getAllReservations', search);
  const isGuest = isOf(contact);
  const ownOrders = orders.data?.pages.flatMap((page) => page.orders.filter(isGuest)) ?? [];
  const ownBookings = bookings.data?.pages.flatMap((page) => page.reservations.filter(isGuest)) ?? [];
  const people = [...ownOrders, ...ownBookings].map(({ customerInfo }) => customerInfo);
  const allergies = distinctAllergies(ownOrders.flatMap((order) => order.allergies ?? []));
  const isAdmin = hasRole(actor, SECTIONS.users);
  return (
    <div className="stack gap-14">
      <p>
        <a className="inline-row touch-height gap-4 weight-600" href="#find-order">
          <ChevronLeft />
          {say`All orders`}
        </a>
      </p>
      <h1>{people[0]?.name || contactText(contact)}</h1>
      <Contacts contact={contact} people={people} />
      {allergies.length > 0 && <AllergyBand text={say`${allergyTexts(allergies)}, stated with earlier orders`} />}
      {isAdmin && <Accounts contact={contact} />}
      <Requests orders={ownOrders} bookings={ownBookings} />
      <Panel title={say`Orders`}>
        <LoadedPages
          list={orders}
          rowsOf={(page) => page.orders.filter(isGuest)}
          failed={say`Orders could not be loaded`}
          none={<p className="soft">{say`No orders at your locations`}</p>}
        >
          {(rows) => (
            <ul className={`ruled ${styles.rows}`} aria-label={say`Orders`}>
              {rows.map((order) => (
                <OrderRow key={order.id} order={order} showsLocation />
              ))}
            </ul>
          )}
        </LoadedPages>
      </Panel>
      <Panel title={say`Reservations`}>
        <LoadedPages
          list={bookings}
          rowsOf={(page) => page.reservations.filter(isGuest)}
          failed={say`Reservations could not be loaded`}
          none={<p className="soft">{say`No reservations at your locations`}</p>}
        >
          {(rows) => (
            <ul className={`ruled ${styles.rows}`} aria-label={say`Reservations`}>
              {rows.map((booking) => (
                <BookingRow key={booking.id} booking={booking} />
              ))}
            </ul>
          )}
        </LoadedPages>
      </Panel>
      {isAdmin && <TextLink href={officePaths.forgetPerson(contact)}>{say`Forget this guest…`}</TextLink>}
    </div>
  );
}

const isEmail = (contact: string) => contact.includes('@');
const contactText = (contact: string) => (isEmail(contact) ? contact : phoneText(contact));

/** All contacts of the guest. What was done with another one alone is on the page of that one. */
function Contacts({ contact, people }: { contact: string; people: readonly Booking['customerInfo'][] }) {
  const others = people.flatMap(({ email, phone }) => [email, phone]).filter((each) => each !== '');
  return [...new Set([contact, ...others])].map((each) => (
    <p key={each} className="row flex-wrap gap-8-16 break-anywhere">
      <a href={isEmail(each) ? `mailto:${each}` : phoneHref(each)}>{contactText(each)}</a>
      {each !== contact && (
        <TextLink href={officePaths.guest({ email: each, phone: '' }) ?? ''}>
          {isEmail(each) ? say`Everything with this address` : say`Everything with this number`}
        </TextLink>
      )}
    </p>
  ));
}

/** The account with this contact. A phone number may belong to several. */
function Accounts({ contact }: { contact: string }) {
  const users = useQuery(apiQuery(['users', 'guest', contact], 'getUsers', { query: { search: contact } }));
  return (
    <Loaded query={users} failed={say`The account could not be loaded`} rows={1} height={112}>
      {(data) =>
        data.users
          .filter(({ email, phoneNumber }) => email === contact.toLowerCase() || phoneNumber === contact)
          .map((user) => (
            <StatTiles
              key={user.id}
              label={say`Account of ${user.displayName}`}
              tiles={[
                { label: say`Completed orders`, value: formatCount(user.totalOrders), note: user.email },
                { label: say`Spent`, value: formatMoney(centsOf(user.totalSpent)) },
                { label: say`Points`, value: formatCount(user.loyaltyPoints) },
              ]}
            />
          ))
      }
    </Loaded>
  );
}

/** What the guest wrote with orders and bookings, newest first. */
function Requests({ orders, bookings }: { orders: readonly BoardOrder[]; bookings: readonly Booking[] }) {
  const requests = [
    ...orders.map(({ specialInstructions, orderTime }) => [orderTime, specialInstructions] as const),
    ...bookings.map(
      ({ startsAt, reservationDetails }) => [startsAt, reservationDetails.specialRequests ?? ''] as const,
    ),
  ].filter(([, text]) => text !== '');
  if (requests.length === 0) return null;
  return (
    <Panel title={say`What they asked for`}>
      <ul className="grid gap-6">
        {requests
          .toSorted(([a], [b]) => b.localeCompare(a))
          .slice(0, MAX_REQUESTS)
          .map(([at, text]) => (
            <li key={`${at} ${text}`} className="break-anywhere">
              {text} <small className="hint digits">{formatTime(at, 'day')}</small>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function BookingRow({ booking }: { booking: Booking }) {
  const { reservationDetails, status, locationName, tableNumber } = booking;
  const { date, time, partySize } = reservationDetails;
  return (
    <li className={`row flex-wrap between gap-8-16`}>
      <span className="digits">
        <b className="weight-560">{`${formatDay(date)}, ${twelveHourText(time)}`}</b>
        <small className="block hint">
          {texts.guests(partySize)}
          {tableNumber !== null && `, ${say`Table`} ${tableNumber}`}
        </small>
      </span>
      <span className="text-sm">
        {reservationStatusName(status)}
        <small className="block hint">{locationName}</small>
      </span>
    </li>
  );
}
