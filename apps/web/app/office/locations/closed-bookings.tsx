import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Body } from '../../shared/api/api.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, TextareaField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';

type Choice = NonNullable<Body<'updateLocation'>['bookings']>;

/** What the server sends when new hours close a location at times that are booked. */
export interface ClosedBookings {
  readonly bookings: readonly { reservationId: string; name: string; partySize: number; startsAt: string }[];
  /** The number of planned orders. */
  readonly orders: number;
}

/** The bookings and planned orders because of which the hours were not saved; null for another error. */
export const closedBookingsIn = (error: unknown) =>
  error instanceof ApiError && error.code === 'hours-booked' ? (error.details as unknown as ClosedBookings) : null;

const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'move', label: say`Ask them to choose another time` },
  { value: 'cancel', label: say`Cancel them` },
  { value: 'keep', label: say`Keep them, and tell nobody` },
];

const closedForm = formOf({
  bookings: valueField<Choice>(say`What becomes of them?`, 'move'),
  message: textField(say`Words to the guests`, {
    optional: true,
    hint: say`Such as the reason. Emails contain them, text messages do not.`,
    input: { maxLength: 500 },
  }),
});

interface Props extends ClosedBookings {
  zone: string;
  /** Saves the hours with what was chosen; rejects when refused. */
  save: (choice: Pick<Body<'updateLocation'>, 'bookings' | 'message'>) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what becomes of the bookings before hours are saved that close the location at their times. */
export function ClosedBookingsDialog({ bookings, orders, zone, save, onClose }: Props) {
  const form = useServerForm(closedForm, { save: ({ values }) => save(values) });
  const { bookings: choice } = form.draft;
  return (
    <EditDialog
      form={form}
      size="md"
      title={say`You have guests at times when you close`}
      save={say`Save the hours`}
      cancel={say`Back to the hours`}
      failed={say`The hours were not saved`}
      onClose={onClose}
    >
      {bookings.map(({ reservationId, name, partySize, startsAt }) => (
        <p key={reservationId}>{say`${formatTime(startsAt, 'date-time', zone)}: ${name}, party of ${partySize}`}</p>
      ))}
      {bookings.length > 0 && (
        <RadioCards legend={say`What becomes of them?`} options={CHOICES} {...form.at('bookings')} />
      )}
      {bookings.length > 0 && choice !== 'keep' && <TextareaField {...form.at('message')} rows={3} />}
      {orders > 0 && (
        <p>
          {orders === 1
            ? say`1 planned order is wanted at a time when you close. It stays as it is: call its guest, or cancel it.`
            : say`${orders} planned orders are wanted at times when you close. They stay as they are: call their guests, or cancel them.`}{' '}
          <TextLink href="#orders" target="_blank">{say`See the planned orders`}</TextLink>
        </p>
      )}
    </EditDialog>
  );
}
