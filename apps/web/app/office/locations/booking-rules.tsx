import type { Weekday } from '@tiffin/domain/hours';
import { bookingRuleProblem, noShowLaw, type DepositAddress } from '@tiffin/domain/law';
import { BOOKING_RULE_LIMITS, PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { centsOf, say, toDollars, ZERO } from '@tiffin/domain/core';
import { Plus, Trash2 } from 'lucide-react';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import type { FormField } from '../../ui/form.ts';
import { formatMoney } from '../../ui/format.ts';
import type { FormFieldProps } from '../../ui/use-form.ts';
import type { ManagedLocation } from './location-data.ts';
import { WeekdayChecks } from './weekday-checks.tsx';
import styles from './locations.module.css';

type Rules = ManagedLocation['bookingRules'];
type TextName = 'fromPartySize' | 'deposit' | 'freeUntilHours' | 'from' | 'until';
type TypedBookingRule = Readonly<Record<TextName, string>> & {
  readonly kind: 'deposit' | 'noShowFee';
  readonly weekdays: readonly Weekday[];
};

const NEW_RULE: TypedBookingRule = {
  kind: 'deposit',
  fromPartySize: '',
  deposit: '',
  freeUntilHours: '24',
  from: '',
  until: '',
  weekdays: [],
};

/** The first rule where the law allows only a fee: as much as it allows, and free as long as it asks for. */
function ruleOfLaw({ most, freeUntilHours, leastParty }: NonNullable<ReturnType<typeof noShowLaw>>): TypedBookingRule {
  const terms = { deposit: toDollars(most).toFixed(2), freeUntilHours: String(freeUntilHours) };
  return { ...NEW_RULE, kind: 'noShowFee', fromPartySize: String(leastParty), ...terms };
}

/** The deposits that bookings need, and the fees for which a card is kept. */
export function bookingRules(): FormField<Rules, readonly TypedBookingRule[], Rules> {
  return {
    label: say`Deposits and no-show fees`,
    initialValue: [],
    toTyped: (rules) =>
      rules.map(({ fromPartySize = '', deposit, noShowFee, freeUntilHours, from = '', until = '', weekdays = [] }) => ({
        fromPartySize: String(fromPartySize),
        kind: deposit === undefined ? 'noShowFee' : 'deposit',
        deposit: (deposit ?? noShowFee ?? 0).toFixed(2),
        freeUntilHours: String(freeUntilHours),
        from,
        until,
        weekdays,
      })),
    toPayload: (typed) =>
      typed.map(({ kind, fromPartySize, deposit, freeUntilHours, from, until, weekdays }) => ({
        fromPartySize: fromPartySize.trim() === '' ? undefined : Number(fromPartySize),
        weekdays: weekdays.length > 0 ? [...weekdays] : undefined,
        from: from || undefined,
        until: until || undefined,
        [kind]: toDollars(parseAmount(deposit) ?? ZERO),
        freeUntilHours: Number(freeUntilHours),
      })),
    problem: (typed) => typed.map(ruleProblem).find((problem) => problem !== null) ?? null,
    formatValue: (rules) =>
      rules.map(({ deposit, noShowFee = 0 }) => formatMoney(centsOf(deposit ?? noShowFee))).join(', '),
  };
}

function ruleProblem({ fromPartySize, deposit, freeUntilHours, from, until }: TypedBookingRule): string | null {
  const isWithin = (typed: string, least: number, most: number) =>
    /^\d+$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;
  const { least, most, freeUntilHours: hours } = BOOKING_RULE_LIMITS;
  const amount = parseAmount(deposit);
  if (amount === null || amount < least || amount > most) {
    return say`Type an amount from ${formatMoney(least)} to ${formatMoney(most)} for each guest.`;
  }
  if (!isWithin(freeUntilHours, 0, hours)) return say`Cancelling is free until 0 to ${hours} hours before.`;
  if (fromPartySize.trim() !== '' && !isWithin(fromPartySize, PARTY_MIN, PARTY_MAX)) {
    return say`A party has ${PARTY_MIN} to ${PARTY_MAX} guests.`;
  }
  return from && until && until < from ? say`The last day is before the first.` : null;
}

interface BookingRulesProps extends FormFieldProps<readonly TypedBookingRule[]> {
  address: DepositAddress;
}

/** The rules of a location. What its law does not allow is said at once. */
export function BookingRulesField({ label, value, error, onValue, address }: BookingRulesProps) {
  const law = noShowLaw(address);
  const problems = value.map(({ kind, deposit, freeUntilHours }) =>
    bookingRuleProblem({ [kind]: parseAmount(deposit) ?? ZERO, freeUntilHours: Number(freeUntilHours) }, address),
  );
  const change = (changed: number, fields: Partial<TypedBookingRule>) =>
    onValue(value.map((rule, index) => (index === changed ? { ...rule, ...fields } : rule)));
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{label}</legend>
      <p className="hint">
        {say`Guests pay a deposit by card while they book, and it is taken off their bill. For a no-show fee their card is kept, and you can charge it if they do not come. The first rule that fits a booking counts. An empty field fits every booking.`}
        {law &&
          ` ${say`Québec’s law allows no deposit, and a fee of at most ${formatMoney(law.most)} for each guest, from ${law.leastParty} guests on. Tiffin reminds them the day before; without a reminder the fee cannot be charged.`}`}
      </p>
      {value.map((rule, index) => (
        // Rules have no id, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="stack gap-8">
          <div className={`stack gap-16 ${styles.three}`}>
            <ChoiceField
              label={say`What guests do`}
              value={rule.kind}
              onValue={(kind) => change(index, { kind })}
              options={KINDS}
              labels={KIND_TEXTS}
            />
            {TEXT_FIELDS.map(({ name, text, ...input }) => (
              <TextField
                key={name}
                label={text}
                {...input}
                value={rule[name]}
                onValue={(typed) => change(index, { [name]: typed })}
              />
            ))}
          </div>
          <WeekdayChecks days={rule.weekdays} onDays={(weekdays) => change(index, { weekdays })}>
            <IconButton
              label={say`Remove rule ${index + 1}`}
              onClick={() => onValue(value.filter((_, each) => each !== index))}
            >
              <Trash2 />
            </IconButton>
          </WeekdayChecks>
        </div>
      ))}
      {value.length < BOOKING_RULE_LIMITS.rules && (
        <Button look="line" size="sm" onClick={() => onValue([...value, law ? ruleOfLaw(law) : NEW_RULE])}>
          <Plus /> {say`Add a rule`}
        </Button>
      )}
      <FieldError error={error ?? problems.find((problem) => problem !== null) ?? undefined} />
    </fieldset>
  );
}

const KINDS = ['deposit', 'noShowFee'] as const;
const KIND_TEXTS = { deposit: say`Pay a deposit`, noShowFee: say`Leave a card for a no-show fee` };

const TEXT_FIELDS = [
  { name: 'fromPartySize', text: say`From so many guests`, inputMode: 'numeric', maxLength: 2 },
  { name: 'deposit', text: say`Amount for each guest`, inputMode: 'decimal', maxLength: 6 },
  { name: 'freeUntilHours', text: say`Free to cancel until, hours before`, inputMode: 'numeric', maxLength: 3 },
  { name: 'from', text: say`First day`, type: 'date' },
  { name: 'until', text: say`Last day`, type: 'date' },
] as const satisfies readonly { name: TextName; text: string; [input: string]: unknown }[];
