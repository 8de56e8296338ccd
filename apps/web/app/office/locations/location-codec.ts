import {
  DEFAULT_WEEK,
  intervalsOf,
  UNCONFIGURED_DAY,
  WEEKDAY_NAMES,
  WEEKDAYS,
  type WeekHours,
} from '@tiffin/domain/hours';
import {
  parseCapacity,
  exceptionsProblem,
  HOME_COUNTRY,
  LOCATION_CODE,
  provinceOf,
  regionProblem,
  ticketLimitsProblem,
  timeZoneOf,
  weekProblem,
  type Feature,
} from '@tiffin/domain/locations';
import { DEFAULT_PAY_PERIOD, type PayPeriod } from '@tiffin/domain/day';
import type { LegalForm } from '@tiffin/domain/law';
import { GUEST_TIP_PRESETS, parseTipPercents, TILL_TIP_PRESETS, type TipBase } from '@tiffin/domain/pricing';
import {
  orderTypeLabel,
  MAX_SLOT_ORDERS,
  MAX_SLOT_UNITS,
  TICKET_LIMITS,
  type TicketLimits,
} from '@tiffin/domain/order';
import { DEFAULT_STAYS, STAY_LIMITS, type StayRule } from '@tiffin/domain/reservation';
import { DEFAULT_DAY_END_HOUR, LATEST_DAY_END_HOUR } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import {
  booleanField,
  formOf,
  valueField,
  optionalNumber,
  optionalText,
  textField,
  wholeNumber,
  type FormField,
} from '../../ui/form.ts';
import { LOCALE } from '../../ui/format.ts';
import type { ManagedLocation } from './location-data.ts';
import { chargesField } from './charge-codec.ts';
import { bookingRules } from './booking-rules.tsx';
import { deliveryField } from './delivery-codec.ts';
import { inPercent, taxSettings } from './tax-codec.ts';
import { texts } from './texts.ts';

/** The on/off fields, rendered as switches at the end of the form. A new one is only added here. */
const switches = {
  isActive: booleanField(say`Active Location`, {
    initialValue: false,
    hint: say`Guests can order and book there. They do not see a new location before it is active.`,
  }),
  asksTips: booleanField(say`Ask for tips`, { initialValue: true, hint: say`At checkout and at the till.` }),
  curbside: booleanField(say`Out to the car`, {
    initialValue: false,
    hint: say`Guests may have their pickup brought out.`,
  }),
  countsStays: booleanField(say`Bookings know how long people sit`, {
    initialValue: true,
    hint: say`A party takes its table or seats for its whole stay. Off: seats are counted anew at each time.`,
  }),
  asksConfirmation: booleanField(say`Ask guests to confirm bookings`, {
    initialValue: false,
    hint: say`The reminder asks them the day before. Bookings without an answer are marked.`,
  }),
  confirmsAllergies: booleanField(say`Confirm dishes for allergies`, {
    initialValue: true,
    hint: say`A named person confirms each affected dish before the order is ready.`,
  }),
};
export const SWITCHES = Object.keys(switches) as (keyof typeof switches)[];

export const TICKET_LIMIT_FIELDS = ['acceptSoon', 'acceptLate', 'dueSoon', 'passSoon', 'passLate'] as const;

type TypedAddress = Readonly<Record<'region' | 'country' | 'postalCode', string>>;

/** The chosen province; in Canada, the postal code can determine it. */
function regionOf({ region, country, postalCode }: TypedAddress): string {
  return region || (country === HOME_COUNTRY ? (provinceOf(postalCode) ?? '') : '');
}

/** The chosen time zone, or the one of the typed address. */
export const chosenTimeZone = (typed: TypedAddress & { readonly timeZone: string }) =>
  typed.timeZone || timeZoneOf(typed);

/** Address rules shared by all forms with an address. */
export const addressRules = {
  check: (draft: TypedAddress & { readonly timeZone: string }) => {
    // Without a postal code, the missing code is the problem to show.
    if (draft.postalCode.trim() === '') return {};
    const problem = regionProblem({ region: regionOf(draft), country: draft.country });
    // The problem names the field that it is shown at.
    if (problem) return { [String(problem.details?.['field'])]: problem.message };
    return chosenTimeZone(draft) === null ? { timeZone: say`Please choose the time zone.` } : {};
  },
  settled: <Values extends TypedAddress & { readonly timeZone: string }>(values: Values): Values => ({
    ...values,
    region: regionOf(values),
    timeZone: chosenTimeZone(values) ?? '',
  }),
};

const BY_LAW = say`Empty: the limit of the law of the province, if it has one.`;

export const locationForm = formOf(
  {
    name: textField(say`Location Name`, { required: true, input: { maxLength: 100 } }),
    address: textField(say`Address`, { required: true, input: { maxLength: 200 } }),
    city: textField(say`City`, { input: { maxLength: 100 } }),
    region: textField(say`Province`, { input: { maxLength: 60 } }),
    country: { ...textField(say`Country`), initialValue: HOME_COUNTRY },
    code: orderPrefix(),
    postalCode: textField(say`Pincode`, {
      required: true,
      hint: say`The postal code, like B2N 1A1`,
      input: { maxLength: 12, autoCapitalize: 'characters' },
    }),
    phone: textField(say`Phone`, {
      required: true,
      input: { type: 'tel', maxLength: 40, placeholder: '(902) 555-0123' },
    }),
    email: textField(say`Email`, { required: true, input: { type: 'email', maxLength: 100 } }),
    manager: optionalText(say`Manager`, { input: { maxLength: 100 } }),
    capacity: {
      ...optionalText(say`Capacity`, { input: { inputMode: 'numeric', maxLength: 5 } }),
      toTyped: (seats: number | null) => (seats === null ? '' : String(seats)),
      toPayload: parseCapacity,
    },
    openingDate: optionalText(say`Opening Date`, { input: { type: 'date' } }),
    timeZone: textField(say`Time zone`),
    features: valueField<Feature[]>(say`Features`, ['Takeout']),
    hours: weekField(),
    hoursExceptions: exceptions(),
    ticketLimits: ticketLimits(),
    slotRules: slotRules(),
    delivery: deliveryField(),
    stayMinutes: stays(),
    pacing: pacing(),
    charges: chargesField(),
    bookingRules: bookingRules(),
    tableOrdering: valueField<ManagedLocation['tableOrdering']>(
      say`Order and pay at the table by phone`,
      null,
      ({ isOn }) => (isOn ? say`On` : say`Off`),
    ),
    taxSettings: taxSettings(),
    taxRateOverride: percent(),
    taxLabelOverride: optionalText(say`Its name on receipts`, { input: { maxLength: 40 } }),
    tipBaseOverride: valueField<TipBase | null>(say`Tip percentages apply to`, null, (base) => texts.tax.tips[base]),
    guestTipPercents: tipPercents(say`Tips offered to guests online, percent`, GUEST_TIP_PRESETS),
    tillTipPercents: tipPercents(say`Tips offered at the till, percent`, TILL_TIP_PRESETS),
    legalForm: valueField<LegalForm | null>(say`You are`, null),
    dayEndHour: wholeNumber(say`The business day ends at, hour`, {
      initialValue: DEFAULT_DAY_END_HOUR,
      least: 0,
      most: LATEST_DAY_END_HOUR,
      hint: say`For reports. 4 means 4:00 in the morning: later sales belong to the next day.`,
    }),
    tillDeclaration: optionalText(say`No certified till is needed here, because`, {
      hint: say`You declare it for the restaurant. The audit log keeps your name and the reason.`,
      input: { maxLength: 500 },
    }),
    payPeriod: valueField<PayPeriod>(say`People are paid`, DEFAULT_PAY_PERIOD, (period) => texts.pay[period]),
    payPeriodFrom: optionalText(say`First day of a pay period`, {
      hint: say`Any period will do. Weeks of overtime begin on the same day of the week. Empty: Mondays.`,
      input: { type: 'date' },
    }),
    overtimeDailyHours: optionalNumber(say`Overtime after hours a day`, { least: 1, most: 24, hint: BY_LAW }),
    overtimeWeeklyHours: optionalNumber(say`Overtime after hours a week`, { least: 1, most: 168, hint: BY_LAW }),
    fiscalNote: optionalText(say`What your accountant said about certified tills`, { input: { maxLength: 500 } }),
    ...switches,
  },
  addressRules,
);

/** How long parties of each size sit. The sizes cannot be edited. */
function stays(): FormField<readonly StayRule[], readonly TypedStay[], StayRule[]> {
  const toTyped = (rules: readonly StayRule[]) =>
    rules.map(({ partyFrom, minutes }) => ({ partyFrom, minutes: String(minutes) }));
  const toPayload = (typed: readonly TypedStay[]) =>
    typed.map(({ partyFrom, minutes }) => ({ partyFrom, minutes: Number(minutes) }));
  return {
    label: say`Minutes at the table`,
    initialValue: toTyped(DEFAULT_STAYS),
    toTyped,
    toPayload,
    problem: (typed) =>
      typed.every(({ minutes }) => isWhole(minutes, STAY_LIMITS.least, STAY_LIMITS.most))
        ? null
        : say`Whole minutes, from ${STAY_LIMITS.least} to ${STAY_LIMITS.most}`,
    formatValue: (rules) => rules.map(({ partyFrom, minutes }) => `${partyFrom}: ${minutes}`).join(', '),
  };
}

export interface TypedStay {
  readonly partyFrom: number;
  readonly minutes: string;
}

const isWhole = (typed: string, least: number, most: number) =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;

/** How many guests may arrive in a quarter of an hour; null for no limit. */
function pacing(): FormField<ManagedLocation['pacing'], string, ManagedLocation['pacing']> {
  const toPayload = (typed: string) => (typed.trim() === '' ? null : { guestsPer15: Number(typed) });
  return {
    ...optionalText(say`Most arrivals in a quarter of an hour`, {
      hint: say`Guests who come at about the same time. Leave it empty for no limit.`,
      input: { inputMode: 'numeric', maxLength: 3 },
    }),
    toTyped: (limit) => String(limit?.guestsPer15 ?? ''),
    toPayload,
    problem: (typed) => (typed.trim() === '' || isWhole(typed, 1, 999) ? null : say`A whole number, or nothing`),
    formatValue: (limit) => String(limit?.guestsPer15 ?? ''),
  };
}

/** The three-letter prefix of order numbers; null for the default. */
function orderPrefix(): FormField<string | null, string, string | null> {
  const toPayload = (typed: string) => typed.trim().toUpperCase() || null;
  return {
    ...optionalText(say`Prefix of order numbers`, {
      hint: say`Three letters at the start of every order number, like WAT. Without them: LOC.`,
      input: { maxLength: 3, autoCapitalize: 'characters' },
    }),
    toPayload,
    problem(typed) {
      const code = toPayload(typed);
      return code === null || LOCATION_CODE.test(code) ? null : say`Three letters, A to Z`;
    },
  };
}

/** Null while no hours are stored; the defaults are shown and apply. */
function weekField(): FormField<ManagedLocation['hours'], WeekHours | null, WeekHours | null> {
  return {
    ...valueField<WeekHours | null>(say`Operating Hours`, DEFAULT_WEEK),
    // A day that is not stored shows the hours that apply.
    toTyped: (stored) =>
      stored && (Object.fromEntries(WEEKDAYS.map((day) => [day, stored[day] ?? UNCONFIGURED_DAY])) as WeekHours),
    problem: (week) => (week && weekProblem(week)?.message) ?? null,
    formatValue: (week) =>
      WEEKDAYS.map((day) => {
        const intervals = intervalsOf(week[day]).map(({ open, close }) => `${open}–${close}`);
        return `${WEEKDAY_NAMES[day].slice(0, 3)} ${intervals.join(' + ') || say`Closed`}`;
      }).join(', '),
  };
}

type HoursException = ManagedLocation['hoursExceptions'][number];
/** A date that differs, with '' for what the API leaves null. */
export type TypedException = { readonly [K in keyof HoursException]: Exclude<HoursException[K], null> };

function exceptions(): FormField<readonly HoursException[], readonly TypedException[], HoursException[]> {
  const toPayload = (typed: readonly TypedException[]) =>
    typed
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .map(({ date, closed, open, close, more, note }) => ({
        date,
        closed,
        open: closed ? null : open,
        close: closed ? null : close,
        more: !closed && more?.length ? more : undefined,
        note: note.trim() || null,
      }));
  return {
    label: say`Dates That Differ`,
    initialValue: [],
    toTyped: (list) =>
      list.map(({ open, close, note, ...each }) => ({
        ...each,
        open: open ?? '',
        close: close ?? '',
        note: note ?? '',
      })),
    toPayload,
    problem: (typed) => exceptionsProblem(toPayload(typed))?.message ?? null,
    formatValue: (list) => list.map(({ date }) => date).join(', '),
  };
}

type Limit = (typeof TICKET_LIMIT_FIELDS)[number];
type TypedLimits = Readonly<Record<Limit, string>> & { readonly areUsual: boolean };

/** Null while the defaults are used. Typed limits are preserved when the box is ticked. */
function ticketLimits(): FormField<TicketLimits | null, TypedLimits, TicketLimits | null> {
  const limitsOf = <V>(value: (name: Limit) => V) =>
    Object.fromEntries(TICKET_LIMIT_FIELDS.map((name) => [name, value(name)])) as Record<Limit, V>;
  const toTyped = (stored: TicketLimits | null): TypedLimits => ({
    ...limitsOf((name) => String((stored ?? TICKET_LIMITS)[name])),
    areUsual: stored === null,
  });
  const toPayload = (typed: TypedLimits) => (typed.areUsual ? null : limitsOf((name) => Number(typed[name])));
  return {
    label: say`Kitchen Tickets`,
    initialValue: toTyped(null),
    toTyped,
    toPayload,
    problem: (typed) => {
      const own = toPayload(typed);
      if (!own) return null;
      const areMinutes = TICKET_LIMIT_FIELDS.every((name) => /^\d{1,3}$/.test(typed[name].trim()));
      return areMinutes ? (ticketLimitsProblem(own)?.message ?? null) : say`A whole number of minutes`;
    },
    formatValue: (stored) => Object.values(stored).join(' / '),
  };
}

type SlotRule = ManagedLocation['slotRules'][number];
export type TypedRule = Omit<SlotRule, 'mostOrders' | 'mostUnits'> & {
  readonly mostOrders: string;
  readonly mostUnits: string;
};

/** The limits per 15-minute kitchen slot. Rules without a limit are dropped. */
function slotRules(): FormField<readonly SlotRule[], readonly TypedRule[], SlotRule[]> {
  const limitOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));
  const isLimit = (typed: string, most: number) => {
    const number = limitOf(typed);
    return number === null || (Number.isInteger(number) && number >= 1 && number <= most);
  };
  return {
    label: say`What the kitchen can do`,
    initialValue: [],
    toTyped: (rules) =>
      rules.map((rule) => ({
        ...rule,
        mostOrders: String(rule.mostOrders ?? ''),
        mostUnits: String(rule.mostUnits ?? ''),
      })),
    toPayload: (typed) =>
      typed
        .map((rule) => ({
          ...rule,
          days: [...rule.days],
          mostOrders: limitOf(rule.mostOrders),
          mostUnits: limitOf(rule.mostUnits),
        }))
        .filter(({ mostOrders, mostUnits }) => mostOrders !== null || mostUnits !== null),
    problem: (typed) =>
      typed.every((rule) => isLimit(rule.mostOrders, MAX_SLOT_ORDERS) && isLimit(rule.mostUnits, MAX_SLOT_UNITS))
        ? null
        : say`Most orders and units are whole numbers from 1, or empty for no limit`,
    formatValue: (rules) =>
      rules
        .map(({ service, mostOrders, mostUnits }) =>
          [service === null ? texts.slots.all : orderTypeLabel(service), mostOrders ?? '–', mostUnits ?? '–'].join(' '),
        )
        .join(', '),
  };
}

/** Percentages with commas between them. Servers of earlier versions do not send them. */
function tipPercents(label: string, usual: readonly number[]): FormField<number[] | undefined, string, number[]> {
  const typedAs = (percents: readonly number[]) => percents.join(', ');
  return {
    label,
    initialValue: typedAs(usual),
    toTyped: (percents = [...usual]) => typedAs(percents),
    toPayload: (typed) => parseTipPercents(typed) ?? [],
    problem: (typed) =>
      parseTipPercents(typed) === null ? say`One to four whole numbers from 1 to 100, such as 10, 15, 20` : null,
    formatValue: typedAs,
    input: { inputMode: 'decimal', maxLength: 30 },
  };
}

/** A fraction in the API, typed in percent. */
function percent(): FormField<number | null, string, number | null> {
  const isPercent = (typed: string) => /^\d+(\.\d+)?$/.test(typed) && Number(typed) <= 100;
  return {
    label: say`Other rate, percent`,
    initialValue: '',
    toTyped: (rate) => (rate === null ? '' : String(inPercent(rate))),
    toPayload: (typed) => (typed.trim() === '' ? null : Number(typed) / 100),
    problem: (typed) => (typed.trim() === '' || isPercent(typed.trim()) ? null : say`A number from 0 to 100`),
    formatValue: (rate) => `${inPercent(rate).toLocaleString(LOCALE, { maximumFractionDigits: 5 })} %`,
    optional: true,
    input: { inputMode: 'decimal', maxLength: 8 },
  };
}
