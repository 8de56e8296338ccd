import { DEFAULT_WEEK, isTime, UNCONFIGURED_DAY, WEEKDAY_NAMES, WEEKDAYS, type WeekHours } from '@tiffin/domain/hours';
import {
  parseCapacity,
  exceptionsProblem,
  HOME_COUNTRY,
  LOCATION_CODE,
  provinceOf,
  regionProblem,
  ticketLimitsProblem,
  type Feature,
} from '@tiffin/domain/locations';
import type { LegalForm } from '@tiffin/domain/law';
import type { TipBase } from '@tiffin/domain/pricing';
import {
  orderTypeLabel,
  MAX_SLOT_ORDERS,
  MAX_SLOT_UNITS,
  TICKET_LIMITS,
  type TicketLimits,
} from '@tiffin/domain/order';
import { DEFAULT_DAY_END_HOUR, LATEST_DAY_END_HOUR } from '@tiffin/domain/stats';
import { texts as fiscalTexts } from '../fiscal/texts.ts';
import {
  booleanField,
  formOf,
  valueField,
  optionalText,
  textField,
  wholeNumber,
  type FormField,
} from '../../ui/form.ts';
import { LOCALE } from '../../ui/format.ts';
import type { ManagedLocation } from './location-data.ts';
import { deliveryField } from './delivery-codec.ts';
import { taxSettings } from './tax-codec.ts';
import { texts } from './texts.ts';

const { fields, hints } = texts;

/** The on/off fields, rendered as switches at the end of the form. A new one is only added here. */
const switches = {
  isActive: booleanField(fields.isActive, { initialValue: true, hint: hints.isActive }),
  asksTips: booleanField(fields.asksTips, { initialValue: true, hint: hints.asksTips }),
  curbside: booleanField(fields.curbside, { initialValue: false, hint: hints.curbside }),
  confirmsAllergies: booleanField(fields.confirmsAllergies, { initialValue: true, hint: hints.confirmsAllergies }),
};
export const SWITCHES = Object.keys(switches) as (keyof typeof switches)[];

export const LIMITS = ['acceptSoon', 'acceptLate', 'dueSoon', 'passSoon', 'passLate'] as const;

type TypedPlace = Readonly<Record<'region' | 'country' | 'postalCode', string>>;

/** The chosen province; in Canada, the postal code can determine it. */
function regionOf({ region, country, postalCode }: TypedPlace): string {
  return region || (country === HOME_COUNTRY ? (provinceOf(postalCode) ?? '') : '');
}

/** Address rules shared by all forms with an address. */
export const addressRules = {
  check: (draft: TypedPlace) => {
    // Without a postal code, the missing code is the problem to show.
    const problem =
      draft.postalCode.trim() !== '' && regionProblem({ region: regionOf(draft), country: draft.country });
    return problem ? { [String(problem.details?.['field'])]: problem.message } : {};
  },
  settled: <Values extends TypedPlace>(values: Values): Values => ({ ...values, region: regionOf(values) }),
};

export const locationForm = formOf(
  {
    name: textField(fields.name, { required: true, input: { maxLength: 100 } }),
    address: textField(fields.address, { required: true, input: { maxLength: 200 } }),
    city: textField(fields.city, { input: { maxLength: 100 } }),
    region: textField(fields.region, { input: { maxLength: 60 } }),
    country: { ...textField(fields.country), initialValue: HOME_COUNTRY },
    code: letters(),
    postalCode: textField(fields.postalCode, {
      required: true,
      hint: hints.postalCode,
      input: { maxLength: 12, autoCapitalize: 'characters' },
    }),
    phone: textField(fields.phone, {
      required: true,
      input: { type: 'tel', maxLength: 40, placeholder: '(902) 555-0123' },
    }),
    email: textField(fields.email, { required: true, input: { type: 'email', maxLength: 100 } }),
    manager: optionalText(fields.manager, { input: { maxLength: 100 } }),
    capacity: {
      ...optionalText(fields.capacity, { input: { inputMode: 'numeric', maxLength: 5 } }),
      toTyped: (seats: number | null) => (seats === null ? '' : String(seats)),
      toPayload: parseCapacity,
    },
    openingDate: optionalText(fields.openingDate, { input: { type: 'date' } }),
    timeZone: { ...textField(fields.timeZone), initialValue: 'America/Halifax' },
    features: valueField<Feature[]>(fields.features, ['Takeout']),
    hours: hours(),
    hoursExceptions: exceptions(),
    ticketLimits: limits(),
    slotRules: slotRules(),
    delivery: deliveryField(),
    taxSettings: taxSettings(),
    taxRateOverride: percent(),
    taxLabelOverride: optionalText(fields.taxLabelOverride, { input: { maxLength: 40 } }),
    tipBaseOverride: valueField<TipBase | null>(fields.tipBaseOverride, null, (base) => texts.tax.tips[base]),
    legalForm: valueField<LegalForm | null>(fiscalTexts.legalForm, null),
    dayEndHour: wholeNumber(fields.dayEndHour, {
      initialValue: DEFAULT_DAY_END_HOUR,
      least: 0,
      most: LATEST_DAY_END_HOUR,
      hint: hints.dayEndHour,
    }),
    fiscalNote: optionalText(fields.fiscalNote, { input: { maxLength: 500 } }),
    ...switches,
  },
  addressRules,
);

/** The three-letter prefix of order numbers; null for the default. */
function letters(): FormField<string | null, string, string | null> {
  const toPayload = (typed: string) => typed.trim().toUpperCase() || null;
  return {
    ...optionalText(fields.code, {
      hint: texts.letters,
      input: { maxLength: 3, autoCapitalize: 'characters' },
    }),
    toPayload,
    problem: (typed) => (LOCATION_CODE.test(toPayload(typed) ?? 'LOC') ? null : texts.lettersWrong),
  };
}

/** Null while no hours are stored; the defaults are shown and apply. */
function hours(): FormField<ManagedLocation['hours'], WeekHours | null, WeekHours | null> {
  const isWhole = (week: WeekHours) => Object.values(week).every(({ open, close }) => isTime(open) && isTime(close));
  return {
    ...valueField<WeekHours | null>(texts.hours.title, DEFAULT_WEEK),
    // A day that is not stored shows the hours that apply.
    toTyped: (written) =>
      written && (Object.fromEntries(WEEKDAYS.map((day) => [day, written[day] ?? UNCONFIGURED_DAY])) as WeekHours),
    problem: (week) => (week === null || isWhole(week) ? null : texts.hours.missing),
    formatValue: (week) =>
      WEEKDAYS.map((day) => {
        const { open, close, closed } = week[day];
        return `${WEEKDAY_NAMES[day].slice(0, 3)} ${closed ? texts.hours.closed : `${open}–${close}`}`;
      }).join(', '),
  };
}

type HoursException = ManagedLocation['hoursExceptions'][number];
export type TypedException = { readonly [K in keyof HoursException]: NonNullable<HoursException[K]> };

function exceptions(): FormField<readonly HoursException[], readonly TypedException[], HoursException[]> {
  const toPayload = (typed: readonly TypedException[]) =>
    typed
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .map(({ date, closed, open, close, note }) => ({
        date,
        closed,
        open: closed ? null : open,
        close: closed ? null : close,
        note: note.trim() || null,
      }));
  return {
    label: texts.exceptions.title,
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

type Limit = (typeof LIMITS)[number];
type TypedLimits = Readonly<Record<Limit, string>> & { readonly areUsual: boolean };

/** Null while the defaults are used. Typed limits are preserved when the box is ticked. */
function limits(): FormField<TicketLimits | null, TypedLimits, TicketLimits | null> {
  const each = <V>(value: (name: Limit) => V) =>
    Object.fromEntries(LIMITS.map((name) => [name, value(name)])) as Record<Limit, V>;
  const toTyped = (written: TicketLimits | null): TypedLimits => ({
    ...each((name) => String((written ?? TICKET_LIMITS)[name])),
    areUsual: written === null,
  });
  const toPayload = (typed: TypedLimits) => (typed.areUsual ? null : each((name) => Number(typed[name])));
  return {
    label: texts.tickets.title,
    initialValue: toTyped(null),
    toTyped,
    toPayload,
    problem: (typed) => {
      const own = toPayload(typed);
      if (!own) return null;
      const areMinutes = LIMITS.every((name) => /^\d{1,3}$/.test(typed[name].trim()));
      return areMinutes ? (ticketLimitsProblem(own)?.message ?? null) : texts.tickets.minutes;
    },
    formatValue: (written) => Object.values(written).join(' / '),
  };
}

type SlotRule = ManagedLocation['slotRules'][number];
export type TypedRule = Omit<SlotRule, 'mostOrders' | 'mostUnits'> & {
  readonly mostOrders: string;
  readonly mostUnits: string;
};

/** The limits per 15-minute kitchen slot. Rules without a limit are dropped. */
function slotRules(): FormField<readonly SlotRule[], readonly TypedRule[], SlotRule[]> {
  const most = (typed: string) => (typed.trim() === '' ? null : Number(typed));
  const isMost = (typed: string, limit: number) => {
    const number = most(typed);
    return number === null || (Number.isInteger(number) && number >= 1 && number <= limit);
  };
  const words = texts.slots;
  return {
    label: words.title,
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
          mostOrders: most(rule.mostOrders),
          mostUnits: most(rule.mostUnits),
        }))
        .filter(({ mostOrders, mostUnits }) => mostOrders !== null || mostUnits !== null),
    problem: (typed) =>
      typed.every((rule) => isMost(rule.mostOrders, MAX_SLOT_ORDERS) && isMost(rule.mostUnits, MAX_SLOT_UNITS))
        ? null
        : words.wrong,
    formatValue: (rules) =>
      rules
        .map(({ service, mostOrders, mostUnits }) =>
          [service === null ? words.all : orderTypeLabel(service), mostOrders ?? '–', mostUnits ?? '–'].join(' '),
        )
        .join(', '),
  };
}

/** A fraction in the API, typed in percent. */
function percent(): FormField<number | null, string, number | null> {
  const inPercent = (rate: number) => Math.round(rate * 1e7) / 1e5;
  const isPercent = (typed: string) => /^\d+(\.\d+)?$/.test(typed) && Number(typed) <= 100;
  return {
    label: fields.taxRateOverride,
    initialValue: '',
    toTyped: (rate) => (rate === null ? '' : String(inPercent(rate))),
    toPayload: (typed) => (typed.trim() === '' ? null : Number(typed) / 100),
    problem: (typed) => (typed.trim() === '' || isPercent(typed.trim()) ? null : texts.tax.wrong),
    formatValue: (rate) => texts.tax.percent(inPercent(rate).toLocaleString(LOCALE, { maximumFractionDigits: 5 })),
    optional: true,
    input: { inputMode: 'decimal', maxLength: 8 },
  };
}
