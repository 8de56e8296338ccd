import { UserCheck } from 'lucide-react';
import { addDays, twelveHourText } from '@tiffin/domain/hours';
import {
  BOOKING_DAYS_AHEAD,
  DEPOSIT_LINK_HOURS,
  SPECIAL_REQUESTS_MAX,
  PARTY_MAX,
  PARTY_MIN,
} from '@tiffin/domain/reservation';
import { seatingsOfPlan } from '@tiffin/domain/floor';
import { say } from '@tiffin/domain/core';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { contactProblems } from '@tiffin/domain/order';
import { findConfirmedOwner, phoneLookupStep } from '@tiffin/domain/people';
import { useSite } from '../../shared/site/site.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, TextField, TextareaField, SelectField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Chips } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { personByPhone } from '../../shared/api/person-by-phone.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { isFreeTime } from '../../shared/reservation/change-slots.ts';
import { dayInWords } from '../../shared/reservation/date-texts.ts';
import { guestsText, noTableText, seatsText } from './reservation.ts';
import styles from './reservations.module.css';
import { usePlan } from './table-field.tsx';
import {
  type ReservationLocations,
  RESERVATIONS_KEY,
  TODAY,
  useFreeTimes,
  useReservationDay,
} from './use-reservations.ts';

/** What follows without an email address, by what the restaurant can send. */
const EMAIL_HINTS = {
  sms: say`Without it, the confirmation goes by text message`,
  email: say`Without it they get no confirmation, because text messages are not set up`,
  nothing: say`They get no confirmation, because neither emails nor text messages are set up`,
};

const existingOrdersText = (orders: number) => (orders === 1 ? say`1 order` : say`${orders} orders`);

const FORM_ID = 'phone-booking';

/** Books a table for a guest on the phone. The number comes first, because the guest may be known. */
export function PhoneBookingDialog({ locations, onClose }: { locations: ReservationLocations; onClose: () => void }) {
  const booking = usePhoneBooking(locations, onClose);
  const { form, guest, problems, change } = booking;
  return (
    <Dialog
      onClose={onClose}
      title={say`New reservation by phone`}
      dismissable={!booking.isSending}
      unsaved={booking.isTyped}
      footer={
        <Button type="submit" form={FORM_ID} size="lg" block busy={booking.isSending}>
          {say`Book the table`}
        </Button>
      }
    >
      <form
        id={FORM_ID}
        className="stack gap-14"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void booking.book();
        }}
      >
        <Field
          label={say`Phone Number`}
          error={problems.phone}
          required
          hint={lookupStepOfNumber(form.phone).hint ?? undefined}
        >
          <PhoneInput value={form.phone} onValue={(phone) => change({ phone })} autoComplete="off" />
        </Field>
        <CallerBanner booking={booking} />
        <TextField
          label={say`Full Name`}
          error={problems.name}
          required
          value={guest.name}
          onValue={(name) => change({ name })}
        />
        <VisitFields {...booking}>
          {locations.bookable.length > 1 && (
            <SelectField
              label={say`Location`}
              value={form.locationId}
              onValue={(locationId) => change({ locationId, time: '', tables: [] })}
            >
              <NamedOptions options={locations.bookable} />
            </SelectField>
          )}
        </VisitFields>
        <TablesField booking={booking} />
        <EmailField booking={booking} />
        {booking.visit.deposit && (
          <CheckField
            label={
              booking.visit.deposit.isFee
                ? say`Ask for a card for the no-show fee of ${formatMoney(centsOf(booking.visit.deposit.amount))}`
                : say`Ask for the deposit of ${formatMoney(centsOf(booking.visit.deposit.amount))}`
            }
            hint={say`The guest gets a link for it. The table is held until they use it, for ${DEPOSIT_LINK_HOURS} hours at most.`}
            value={form.asksDeposit}
            onValue={(asksDeposit) => change({ asksDeposit })}
          />
        )}
        <TextareaField
          label={say`Special requests`}
          optional
          rows={2}
          value={form.specialRequests}
          onValue={(specialRequests) => change({ specialRequests })}
          input={{ maxLength: SPECIAL_REQUESTS_MAX }}
        />
        <ErrorBanner title={say`Nothing was booked`} error={booking.refusal} />
      </form>
    </Dialog>
  );
}

/** The guest with this number, or the question which of several it is. */
function CallerBanner({ booking: { regularGuest, people, choose } }: { booking: PhoneBooking }) {
  if (!regularGuest && people.length === 0) return null;
  return (
    <Banner
      tone={regularGuest ? 'ok' : 'info'}
      announce="status"
      title={say`Existing Customer Found`}
      icon={<UserCheck />}
    >
      {regularGuest ? (
        <>
          {regularGuest.name}, {existingOrdersText(regularGuest.totalOrders)}
        </>
      ) : (
        <>
          {say`This number is in a profile, but it may belong to someone else. Ask for the name and choose, or continue without.`}
          <div className="flex flex-wrap gap-8 above-10">
            {people.map((person) => (
              <Button key={person.id} type="button" look="quiet" onClick={() => choose(person.id)}>
                {say`It is ${person.name}`}
                {person.totalOrders > 0 && `, ${existingOrdersText(person.totalOrders)}`}
              </Button>
            ))}
          </div>
        </>
      )}
    </Banner>
  );
}

interface VisitFieldsProps {
  form: Pick<Form, 'partySize' | 'time'>;
  problems: Pick<Problems, 'date' | 'time'>;
  visit: Pick<ReturnType<typeof useVisitTime>, 'date' | 'isPending' | 'isFree'> & {
    today?: { readonly date: string } | undefined;
    slots: readonly {
      readonly time: string;
      readonly label: string;
      readonly seatsLeft: number;
      readonly available?: boolean | undefined;
    }[];
  };
  change: (patch: Partial<Pick<Form, 'partySize' | 'date' | 'time'>>) => void;
  children?: ReactNode;
}

/** The party, the date and the free times, for a new or a changed reservation. */
export function VisitFields({ form, problems, change, visit, children }: VisitFieldsProps) {
  const { today, date, slots, isFree } = visit;
  return (
    <div className={`stack gap-14 ${styles.two}`}>
      {children}
      <div className={`grid gap-6 items-start ${styles.phoneParty}`}>
        <span className="weight-600">{say`Party size`}</span>
        <Stepper
          label={say`guest`}
          value={form.partySize}
          min={PARTY_MIN}
          max={PARTY_MAX}
          onValue={(partySize) => change({ partySize })}
        />
      </div>
      <TextField
        label={say`Date`}
        error={problems.date}
        required
        type="date"
        value={date}
        min={today?.date}
        max={today && addDays(today.date, BOOKING_DAYS_AHEAD)}
        onValue={(chosen) => change({ date: chosen, time: '' })}
      />
      <SelectField
        label={say`Time`}
        error={problems.time}
        required
        value={isFree ? form.time : ''}
        onValue={(time) => change({ time })}
      >
        <option value="">{timeHint(visit.isPending, slots.filter(isFreeTime).length)}</option>
        {slots.map(({ time, label, seatsLeft, available }) => (
          <option key={time} value={time} disabled={available === false}>
            {label}, {available === false ? say`full` : say`${seatsLeft} left`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Lets staff choose the tables, and says if no table or join of the plan is large enough. */
function TablesField({ booking: { form, change } }: { booking: PhoneBooking }) {
  const [isOpen, setIsOpen] = useState(false);
  const plan = usePlan(form.locationId);
  if (!plan || plan.tables.length === 0) return null;
  const seatings = seatingsOfPlan(plan);
  const { partySize } = form;
  const isTooLarge = seatings.every(({ seats }) => seats < partySize);
  if (!isOpen && !isTooLarge) {
    return (
      <Button look="ghost" onClick={() => setIsOpen(true)}>
        {say`Choose the tables`}
      </Button>
    );
  }
  return (
    <Field
      label={say`Tables`}
      optional
      hint={isTooLarge ? say`${noTableText(partySize)}. Choose tables to join for them.` : undefined}
    >
      <Chips
        options={seatings
          .filter((each) => each.tables.length === 1)
          .map(({ name, seats }) => ({ id: name, name: `${name}, ${seatsText(seats)}` }))}
        chosen={form.tables}
        onChosen={(chosen) => change({ tables: chosen })}
      />
    </Field>
  );
}

function timeHint(isLoading: boolean, count: number): string {
  if (isLoading) return say`Looking for free times…`;
  return count === 0 ? say`No time left for this party` : say`Choose a time`;
}

function EmailField({ booking: { guest, problems, change } }: { booking: PhoneBooking }) {
  const { sends } = useSite();
  return (
    <TextField
      label={say`Email Address`}
      error={problems.email}
      optional
      hint={EMAIL_HINTS[sends.includes('sms') ? 'sms' : sends.includes('email') ? 'email' : 'nothing']}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      value={guest.email}
      onValue={(email) => change({ email })}
    />
  );
}

interface Form {
  readonly locationId: string;
  readonly partySize: number;
  readonly date: string;
  readonly time: string;
  /** Name and email are null until they are typed; those of the known guest apply until then. */
  readonly name: string | null;
  readonly phone: string;
  readonly email: string | null;
  readonly specialRequests: string;
  /** The names of the tables that staff choose; none if the best ones are to be found. */
  readonly tables: readonly string[];
  readonly asksDeposit: boolean;
}

type Problems = Partial<Record<keyof Form, string>>;

const EMPTY_FORM: Form = {
  locationId: '',
  partySize: 2,
  date: '',
  time: '',
  name: null,
  phone: '',
  email: null,
  specialRequests: '',
  tables: [],
  asksDeposit: false,
};

type PhoneBooking = ReturnType<typeof usePhoneBooking>;

function usePhoneBooking(locations: ReservationLocations, onClose: () => void) {
  const [form, setForm] = useState<Form>({ ...EMPTY_FORM, locationId: locations.bookable[0]?.id ?? '' });
  const [problems, setProblems] = useState<Problems>({});
  const { people, regularGuest, choose } = useCaller(form.phone);
  const guest = { name: form.name ?? regularGuest?.name ?? '', email: form.email ?? regularGuest?.email ?? '' };
  const visit = useVisitTime(form);
  const {
    send,
    error: refusal,
    isBusy: isSending,
    clearError,
  } = useQueuedChange('addReservationByPhone', {
    isUncertain: true,
    about: ({ customerInfo, partySize, date, time }) =>
      [customerInfo.name, guestsText(partySize), dayInWords(date), twelveHourText(time)].join(', '),
    changes: [RESERVATIONS_KEY],
    doneText: (_answer, { customerInfo: { name }, asksDeposit = false }) =>
      asksDeposit ? say`Held for ${name}, and booked once the guest uses the link` : say`Booked for ${name}`,
  });

  function change(patch: Partial<Form>) {
    setForm((before) => ({ ...before, ...patch }));
    setProblems((before) => {
      const remaining = { ...before };
      for (const name of Object.keys(patch)) delete remaining[name as keyof Form];
      return remaining;
    });
    clearError();
  }

  async function book(): Promise<void> {
    const customer = { name: guest.name.trim(), email: guest.email.trim(), phone: form.phone };
    const newProblems: Problems = contactProblems(customer);
    if (customer.email === '') delete newProblems.email;
    if (visit.date === '') newProblems.date = say`Please choose a date`;
    if (!visit.isFree) newProblems.time = say`Please choose a time`;
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return;
    const { locationId, partySize, time, specialRequests } = form;
    const tableNumber = form.tables.join('+') || undefined;
    const customerInfo = { ...customer, firebaseId: regularGuest?.firebaseId ?? null };
    const asksDeposit = (visit.deposit !== undefined && form.asksDeposit) || undefined;
    const visitOf = { locationId, partySize, date: visit.date, time, tableNumber };
    if (await send({ ...visitOf, customerInfo, specialRequests, asksDeposit })) onClose();
    else visit.refetch();
  }

  /** Closing would discard what was already typed for the guest. */
  const isTyped = [form.phone, form.name, form.email, form.specialRequests, form.time, ...form.tables].some(Boolean);
  return { form, guest, people, regularGuest, visit, problems, refusal, isSending, isTyped, change, choose, book };
}

/** The lookup step for the typed number; the country code +1 does not count as input. */
function lookupStepOfNumber(phone: string): ReturnType<typeof phoneLookupStep> {
  return phoneLookupStep(phone.replace(/^\+1/, ''));
}

/** The guests with this number, once it is complete, and the one who calls. */
function useCaller(phone: string) {
  const { search } = lookupStepOfNumber(phone);
  const { data } = useQuery({ ...personByPhone(search ?? ''), enabled: search !== null });
  const people = search === null ? [] : (data?.people ?? []);
  const [chosenId, choose] = useState<string | null>(null);
  return { people, regularGuest: people.find(({ id }) => id === chosenId) ?? findConfirmedOwner(people), choose };
}

/** The chosen day, today if none is chosen, and its free times. */
function useVisitTime({ locationId, partySize, date: chosen, time, tables }: Form) {
  const today = useReservationDay(locationId, TODAY).data?.day;
  const date = chosen || today?.date || '';
  const { data, isPending, refetch } = useFreeTimes(locationId, partySize, date);
  // Full times are full for tables that are found. Whether the chosen ones are free, the server says.
  const slots = (data?.slots ?? []).map((slot) => (tables.length > 0 ? { ...slot, available: true } : slot));
  const isFree = slots.some((slot) => slot.time === time && isFreeTime(slot));
  return { today, date, slots, isPending, isFree, deposit: data?.deposit, refetch: () => void refetch() };
}
