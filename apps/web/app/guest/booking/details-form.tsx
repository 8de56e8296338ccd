import { SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { Field } from '../../ui/field.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import type { Booking, BookingChange, BookingProblems } from './booking.ts';
import { texts } from './texts.ts';
import styles from './booking.module.css';

/** Who comes: three fields and a wish. */
export function DetailsForm({
  booking,
  problems,
  onChange,
}: {
  booking: Booking;
  problems: BookingProblems;
  onChange: (change: BookingChange) => void;
}) {
  return (
    <section className="stack gap-18" aria-labelledby="details-title">
      <h2 id="details-title" className="text-xl">
        {texts.details}
      </h2>
      <Field label={texts.name} error={problems.name} required>
        <TextInput
          name="name"
          autoComplete="name"
          placeholder={texts.namePlaceholder}
          value={booking.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <div className={`stack gap-18 ${styles.two}`}>
        <Field label={texts.email} error={problems.email} required>
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            value={booking.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        </Field>
        <Field label={texts.phone} error={problems.phone} required>
          <PhoneInput value={booking.phone} onValue={(phone) => onChange({ phone })} />
        </Field>
      </div>
      <Field label={texts.requests} error={problems.specialRequests} optional>
        <Textarea
          name="specialRequests"
          rows={3}
          maxLength={SPECIAL_REQUESTS_MAX}
          placeholder={texts.requestsPlaceholder}
          value={booking.specialRequests}
          onChange={(event) => onChange({ specialRequests: event.target.value })}
        />
      </Field>
    </section>
  );
}
