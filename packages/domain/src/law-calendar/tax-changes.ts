import { say, sayNow } from '../core/language.ts';
import { cents, type Cents } from '../core/money.ts';
import { percentText, type Rate } from '../core/rates.ts';
import { TAX_CLASSES, type TaxClass } from '../core/tax-classes.ts';
import type { DateText } from '../core/time.ts';
import { addDays } from '../hours/index.ts';
import type { LawExample, LawSource } from '../law/index.ts';
import { PROVINCES, taxationOfProvince, taxName, type Province } from '../pricing/index.ts';
import { TAX_LAW, TAX_LAW_READ_ON } from '../pricing/tax-law.ts';

/** A tax whose rate changes on a day, for the classes that change in the same way. */
export interface TaxChange {
  readonly id: string;
  readonly region: Province;
  readonly code: string;
  readonly classes: readonly TaxClass[];
  readonly from: DateText;
  /** Undefined if the tax starts on that day. */
  readonly before: Rate | undefined;
  readonly after: Rate;
  readonly source: LawSource;
  readonly readOn: DateText;
}

/** The changes of a province's taxes, oldest first, from the dated tax law. */
export function taxChangesOf(province: Province): TaxChange[] {
  const lines = TAX_LAW.filter((line) => line.province === province);
  return [...Map.groupBy(lines, ({ code }) => code)].flatMap(([code, ofCode]) => {
    const starts = ofCode.flatMap(({ from, until, source }) => [
      { date: from, source },
      ...(until === undefined ? [] : [{ date: addDays(until, 1), source }]),
    ]);
    const days = [...new Map(starts.map((start) => [start.date, start])).values()];
    return days
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      .flatMap(({ date, source }) =>
        ratesThatChange(province, code, date).map(({ before, after, classes }): TaxChange => ({
          id: ['CA', province, code, date, ...classes].join('-'),
          region: province,
          code,
          classes,
          from: date,
          before,
          after,
          source,
          readOn: TAX_LAW_READ_ON,
        })),
      );
  });
}

interface RateChange {
  readonly before: Rate | undefined;
  readonly after: Rate;
  readonly classes: TaxClass[];
}

function ratesThatChange(province: Province, code: string, date: DateText): RateChange[] {
  const dayBefore = addDays(date, -1);
  const changes = new Map<string, RateChange>();
  for (const taxClass of TAX_CLASSES) {
    const after = rateOf(province, code, taxClass, date);
    const before = startOf(province, code, taxClass) < date ? rateOf(province, code, taxClass, dayBefore) : undefined;
    if (after === undefined || before === after) continue;
    const key = `${before} ${after}`;
    const change = changes.get(key) ?? { before, after, classes: [] };
    change.classes.push(taxClass);
    changes.set(key, change);
  }
  return [...changes.values()];
}

function rateOf(province: Province, code: string, taxClass: TaxClass, date: DateText): Rate | undefined {
  const { codes } = taxationOfProvince(province, date);
  return codes.find((each) => each.code === code)?.rates[taxClass];
}

/** The first day of a tax. The law also applies its first rate before that day. */
function startOf(province: Province, code: string, taxClass: TaxClass): DateText {
  const starts = TAX_LAW.filter(
    (line) => line.province === province && line.code === code && line.classes.includes(taxClass),
  ).map(({ from }) => from);
  return starts.toSorted().at(0) ?? '';
}

/** True if the rate that the change started still applies on that day. */
export function isRateInForce({ region, code, classes, after }: TaxChange, date: DateText): boolean {
  return classes.some((each) => rateOf(region, code, each, date) === after);
}

/** 'Nova Scotia: HST 15% → 14%' */
export function taxChangeTitle({ region, code, before, after, classes }: TaxChange): string {
  const place = sayNow(PROVINCES[region]);
  const name = taxName(code);
  const now = percentText(after / 1000);
  const isMeal = classes.includes('meal');
  if (before === undefined) {
    return isMeal ? say`${place}: ${name} ${now}` : say`${place}: ${name} ${now} on drinks with alcohol`;
  }
  const earlier = percentText(before / 1000);
  if (isMeal && classes.includes('liquor')) return say`${place}: ${name} ${earlier} → ${now}`;
  return isMeal
    ? say`${place}: ${name} on meals ${earlier} → ${now}`
    : say`${place}: ${name} on drinks with alcohol ${earlier} → ${now}`;
}

export function taxChangeText({ before }: TaxChange): string {
  return before === undefined
    ? say`Every bill shows this tax at this rate.`
    : say`The rate changes at midnight. Bills from before keep their rate, and a refund uses the rate of its bill.`;
}

const NOTICE_342 = {
  title: 'Canada Revenue Agency, GST/HST Notice 342: 15 % before April 1, 2025, 14 % from then on',
  url: 'https://www.canada.ca/en/revenue-agency/services/forms-publications/publications/notice342.html',
};

/** The authorities' examples for taxes, by province. The sources state rates; an amount of 100.00 shows them. */
export const TAX_EXAMPLES: Readonly<Partial<Record<Province, readonly LawExample[]>>> = {
  NS: [
    example('2025-03-31', cents(100_00), { HST: cents(15_00) }, NOTICE_342),
    example('2025-04-01', cents(100_00), { HST: cents(14_00) }, NOTICE_342),
  ],
  ON: [
    example(
      '2013-11-01',
      cents(3_50),
      { HST: cents(18) },
      {
        title: 'Canada Revenue Agency, interpretation 133820: food and drink of 3.50 together at 5 %',
        url: 'https://taxinterpretations.com/content/606061',
      },
    ),
  ],
};

function example(date: DateText, amount: Cents, taxes: Readonly<Record<string, Cents>>, source: LawSource): LawExample {
  return { kind: 'tax-added', date, amount, taxes, source };
}
