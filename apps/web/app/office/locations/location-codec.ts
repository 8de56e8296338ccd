import { DEFAULT_WEEK, isTime, UNCONFIGURED_DAY, WEEKDAY_NAMES, WEEKDAYS, type Week } from '@tiffin/domain/hours';
import {
  capacityOf,
  exceptionsProblem,
  HOME_COUNTRY,
  LOCATION_CODE,
  placeProblem,
  ticketLimitsProblem,
  type Feature,
} from '@tiffin/domain/locations';
import { provinceOf, type TipBase } from '@tiffin/domain/pricing';
import {
  orderTypeLabel,
  SLOT_ORDERS_MOST,
  SLOT_UNITS_MOST,
  TICKET_LIMITS,
  type TicketLimits,
} from '@tiffin/domain/order';
import { flag, formOf, valueField, optionalText, text, type FormField } from '../../ui/form.ts';
import { LOCALE } from '../../ui/format.ts';
import type { ManagedLocation } from './location-data.ts';
import { deliveryField } from './delivery-codec.ts';
import { taxSettings } from './tax-codec.ts';
import { texts } from './texts.ts';

const { fields, hints } = texts;

/** The on/off fields, rendered as switches at the end of the form. A new one is only added here. */
const switches = {
  isActive: flag(fields.isActive, { fresh: true, hint: hints.isActive }),
  asksTips: flag(fields.asksTips, { fresh: true, hint: hints.asksTips }),
  curbside: flag(fields.curbside, { fresh: false, hint: hints.curbside }),
};
export const SWITCHES = Object.keys(switches) as (keyof typeof switches)[];

export const LIMITS = ['acceptSoon', 'acceptLate', 'dueSoon', 'passSoon', 'passLate'] as const;

type TypedPlace = Readonly<Record<'region' | 'country' | 'postalCode', string>>;

/** The chosen province; in Canada, the postal code can determine it. */
function regionOf({ region, country, postalCode }: TypedPlace): string {
  return region || (country === HOME_COUNTRY ? (provinceOf(postalCode) ?? '') : '');
}

/** Address rules shared by all forms with an address. */
export const placeRules = {
  check: (draft: TypedPlace) => {
    // Without a postal code, the missing code is the problem to show.
    const problem = draft.postalCode.trim() !== '' && placeProblem({ region: regionOf(draft), country: draft.country });
    return problem ? { [String(problem.details?.['field'])]: problem.message } : {};
  },
  settled: <Values extends TypedPlace>(values: Values): Values => ({ ...values, region: regionOf(values) }),
};

export const locationForm = formOf(
  {
    name: text(fields.name, { required: true, input: { maxLength: 100 } }),
    address: text(fields.address, { required: true, input: { maxLength: 200 } }),
    city: text(fields.city, { input: { maxLength: 100 } }),
    region: text(fields.region, { input: { maxLength: 60 } }),
    country: { ...text(fields.country), fresh: HOME_COUNTRY },
    code: letters(),
    postalCode: text(fields.postalCode, {
      required: true,
      hint: hints.postalCode,
      input: { maxLength: 12, autoCapitalize: 'characters' },
    }),
    phone: text(fields.phone, { required: true, input: { type: 'tel', maxLength: 40, placeholder: '(902) 555-0123' } }),
    email: text(fields.email, { required: true, input: { type: 'email', maxLength: 100 } }),
    manager: optionalText(fields.manager, { input: { maxLength: 100 } }),
    capacity: {
      ...optionalText(fields.capacity, { input: { inputMode: 'numeric', maxLength: 5 } }),
      shown: (seats: number | null) => (seats === null ? '' : String(seats)),
      sent: capacityOf,
    },
    openingDate: optionalText(fields.openingDate, { input: { type: 'date' } }),
    timeZone: { ...text(fields.timeZone), fresh: 'America/Halifax' },
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
    ...switches,
  },
  placeRules,
);

/** The three-letter prefix of order numbers; null for the default. */
function letters(): FormField<string | null, string, string | null> {
  const sent = (typed: string) => typed.trim().toUpperCase() || null;
  return {
    ...optionalText(fields.code, {
      hint: texts.letters,
      input: { maxLength: 3, autoCapitalize: 'characters' },
    }),
    sent,
    problem: (typed) => (LOCATION_CODE.test(sent(typed) ?? 'LOC') ? null : texts.lettersWrong),
  };
}

/** Null while no hours are stored; the defaults are shown and apply. */
function hours(): FormField<ManagedLocation['hours'], Week | null, Week | null> {
  const isWhole = (week: Week) => Object.values(week).every(({ open, close }) => isTime(open) && isTime(close));
  return {
    ...valueField<Week | null>(texts.hours.title, DEFAULT_WEEK),
    // A day that is not stored shows the hours that apply.
    shown: (written) =>
      written && (Object.fromEntries(WEEKDAYS.map((day) => [day, written[day] ?? UNCONFIGURED_DAY])) as Week),
    problem: (week) => (week === null || isWhole(week) ? null : texts.hours.missing),
    words: (week) =>
      WEEKDAYS.map((day) => {
        const { open, close, closed } = week[day];
        return `${WEEKDAY_NAMES[day].slice(0, 3)} ${closed ? texts.hours.closed : `${open}–${close}`}`;
      }).join(', '),
  };
}

type HoursException = ManagedLocation['hoursExceptions'][number];
export type TypedException = { readonly [K in keyof HoursException]: NonNullable<HoursException[K]> };

function exceptions(): FormField<readonly HoursException[], readonly TypedException[], HoursException[]> {
  const sent = (typed: readonly TypedException[]) =>
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
    fresh: [],
    shown: (list) =>
      list.map(({ open, close, note, ...each }) => ({
        ...each,
        open: open ?? '',
        close: close ?? '',
        note: note ?? '',
      })),
    sent,
    problem: (typed) => exceptionsProblem(sent(typed))?.message ?? null,
    words: (list) => list.map(({ date }) => date).join(', '),
  };
}

type Limit = (typeof LIMITS)[number];
type TypedLimits = Readonly<Record<Limit, string>> & { readonly areUsual: boolean };

/** Null while the defaults are used. Typed limits are preserved when the box is ticked. */
function limits(): FormField<TicketLimits | null, TypedLimits, TicketLimits | null> {
  const each = <V>(value: (name: Limit) => V) =>
    Object.fromEntries(LIMITS.map((name) => [name, value(name)])) as Record<Limit, V>;
  const shown = (written: TicketLimits | null): TypedLimits => ({
    ...each((name) => String((written ?? TICKET_LIMITS)[name])),
    areUsual: written === null,
  });
  const sent = (typed: TypedLimits) => (typed.areUsual ? null : each((name) => Number(typed[name])));
  return {
    label: texts.tickets.title,
    fresh: shown(null),
    shown,
    sent,
    problem: (typed) => {
      const own = sent(typed);
      if (!own) return null;
      const areMinutes = LIMITS.every((name) => /^\d{1,3}$/.test(typed[name].trim()));
      return areMinutes ? (ticketLimitsProblem(own)?.message ?? null) : texts.tickets.minutes;
    },
    words: (written) => Object.values(written).join(' / '),
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
    fresh: [],
    shown: (rules) =>
      rules.map((rule) => ({
        ...rule,
        mostOrders: String(rule.mostOrders ?? ''),
        mostUnits: String(rule.mostUnits ?? ''),
      })),
    sent: (typed) =>
      typed
        .map((rule) => ({
          ...rule,
          days: [...rule.days],
          mostOrders: most(rule.mostOrders),
          mostUnits: most(rule.mostUnits),
        }))
        .filter(({ mostOrders, mostUnits }) => mostOrders !== null || mostUnits !== null),
    problem: (typed) =>
      typed.every((rule) => isMost(rule.mostOrders, SLOT_ORDERS_MOST) && isMost(rule.mostUnits, SLOT_UNITS_MOST))
        ? null
        : words.wrong,
    words: (rules) =>
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
    fresh: '',
    shown: (rate) => (rate === null ? '' : String(inPercent(rate))),
    sent: (typed) => (typed.trim() === '' ? null : Number(typed) / 100),
    problem: (typed) => (typed.trim() === '' || isPercent(typed.trim()) ? null : texts.tax.wrong),
    words: (rate) => texts.tax.percent(inPercent(rate).toLocaleString(LOCALE, { maximumFractionDigits: 5 })),
    optional: true,
    input: { inputMode: 'decimal', maxLength: 8 },
  };
}
