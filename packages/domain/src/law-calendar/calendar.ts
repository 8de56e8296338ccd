import { sayNow } from '../core/language.ts';
import type { DateText } from '../core/time.ts';
import { addDays } from '../hours/index.ts';
import {
  appliesAt,
  CONSUMER_RULES,
  FISCAL_RULES,
  fiscalRuleOn,
  fiscalRulesOf,
  legalRegion,
  type FiscalLocation,
  type LawExample,
  type LawSource,
  type LawTerms,
} from '../law/index.ts';
import { HOME_COUNTRY, isProvince } from '../locations/index.ts';
import { taxationOf, taxationOfProvince, type Province, type Taxation, type TaxationFacts } from '../pricing/index.ts';
import { compareExample, type ComparedExample } from './examples.ts';
import { fiscalChangeTitle } from './fiscal-texts.ts';
import {
  isRateInForce,
  TAX_EXAMPLES,
  taxChangesOf,
  taxChangeText,
  taxChangeTitle,
  type TaxChange,
} from './tax-changes.ts';

export type CalendarLocation = { readonly id: string; readonly name: string } & FiscalLocation &
  Pick<TaxationFacts, 'taxes' | 'override'>;

export const CALENDAR_TOPICS = [
  'tax',
  'fiscal',
  'tips-suggested',
  'tips-shared',
  'no-show-fees',
  'gift-cards',
  'points',
  'mandatory-fees',
] as const satisfies readonly (LawTerms['topic'] | 'tax' | 'fiscal')[];
export type CalendarTopic = (typeof CALENDAR_TOPICS)[number];

/**
 * `till`: the till follows by itself. `other-rates`: the location's tax rates differ from the law. `restaurant`: the owner must
 * follow. `not-offered`: Tiffin has no such feature. `refuses`: the till takes no payments without a fiscal device.
 * `ask`: this law was not looked up.
 */
export const LAW_HANDLINGS = ['till', 'other-rates', 'restaurant', 'not-offered', 'refuses', 'ask'] as const;
export type LawHandling = (typeof LAW_HANDLINGS)[number];

export interface LawEntry {
  readonly id: string;
  readonly topic: CalendarTopic;
  /** The first day; null if it is announced without a date or was in force when it was read. */
  readonly date: DateText | null;
  readonly title: string;
  readonly text: string;
  readonly handling: LawHandling;
  readonly source: LawSource | null;
  readonly readOn: DateText;
  readonly locations: readonly { readonly id: string; readonly name: string }[];
  readonly examples: readonly ComparedExample[];
}

/** One line of the year: locations with the same changes. */
export interface CalendarLine {
  readonly locations: readonly { readonly id: string; readonly name: string }[];
  /** What changes within the year; empty if nothing does that we know of. */
  readonly changes: readonly Pick<LawEntry, 'id' | 'date' | 'topic' | 'title'>[];
  /** The fiscal law of today. */
  readonly fiscal: 'free' | 'warn' | 'refuse';
}

export interface LawCalendar {
  readonly today: DateText;
  /** The last day of the twelve months. */
  readonly until: DateText;
  readonly lines: readonly CalendarLine[];
  /** Within the next twelve months, then later, then without a date. */
  readonly coming: readonly LawEntry[];
  /** In force today, newest first. */
  readonly inForce: readonly LawEntry[];
  readonly readOn: DateText;
}

/** A rule in the form of the calendar, before it is known which locations share it. */
interface LocationEntry extends Omit<LawEntry, 'locations'> {
  readonly isComing: boolean;
}

interface EntriesOfLocation {
  readonly location: CalendarLocation;
  readonly entries: readonly LocationEntry[];
}

/** What the law changes for these locations, and what changed already. `today` is a day of the restaurant. */
export function lawCalendar(locations: readonly CalendarLocation[], today: DateText): LawCalendar {
  const until = addDays(nextYear(today), -1);
  const ofEach = locations.map((location) => ({ location, entries: entriesOf(location, today) }));
  const all = mergeEntries(ofEach);
  const isSoon = ({ date }: Pick<LawEntry, 'date'>) => date !== null && date <= until;
  return {
    today,
    until,
    lines: mergeLines(
      ofEach.map(({ location, entries }) => ({
        locations: [nameOf(location)],
        changes: entries
          .filter((entry) => entry.isComing && isSoon(entry))
          .map(({ id, date, topic, title }) => ({ id, date, topic, title })),
        fiscal: fiscalRuleOn(location, today).verdict,
      })),
    ),
    coming: entriesWhere(all, true).toSorted(byDate),
    inForce: entriesWhere(all, false).toSorted(byDateDescending),
    readOn:
      [...CONSUMER_RULES, ...FISCAL_RULES]
        .map(({ readOn }) => readOn)
        .toSorted()
        .at(-1) ?? today,
  };
}

function entriesWhere(all: ReturnType<typeof mergeEntries>, coming: boolean): LawEntry[] {
  return all.filter(({ isComing }) => isComing === coming).map(({ entry }) => entry);
}

/** The same day of the next year; 1 March after a leap day. */
function nextYear(date: DateText): DateText {
  const year = String(Number(date.slice(0, 4)) + 1).padStart(4, '0');
  return date.endsWith('-02-29') ? `${year}-03-01` : year + date.slice(4);
}

function nameOf({ id, name }: CalendarLocation) {
  return { id, name };
}

function entriesOf(location: CalendarLocation, today: DateText): LocationEntry[] {
  return [...taxEntries(location, today), ...fiscalEntries(location, today), ...consumerEntries(location, today)];
}

function taxEntries(location: CalendarLocation, today: DateText): LocationEntry[] {
  const province = provinceFor(location);
  if (province === null) return [];
  return taxChangesOf(province)
    .filter((change) => change.before !== undefined || change.from > today || isRateInForce(change, today))
    .map((change) => ({
      id: change.id,
      topic: 'tax',
      date: change.from,
      title: taxChangeTitle(change),
      text: taxChangeText(change),
      handling: followsLaw(location, province, change) ? 'till' : 'other-rates',
      source: change.source,
      readOn: change.readOn,
      examples: examplesFor(change, province),
      isComing: change.from > today,
    }));
}

/** Compares the rates of the location with those of the law on the first day of the change. */
function followsLaw(location: CalendarLocation, province: Province, { from, classes }: TaxChange): boolean {
  const law = taxationOfProvince(province, from);
  const own = taxationOf({ ...location, tipBase: null }, from);
  return classes.every((taxClass) => totalRate(law, taxClass) === totalRate(own, taxClass));
}

function totalRate({ codes }: Taxation, taxClass: TaxChange['classes'][number]): number {
  return codes.reduce((sum, { rates }) => sum + (rates[taxClass] ?? 0), 0);
}

/** The examples for a change: those of the days on which it starts, and of the day before. */
function examplesFor({ from, code, before }: TaxChange, province: Province): ComparedExample[] {
  const days = before === undefined ? null : [addDays(from, -1), from];
  return compare(
    (TAX_EXAMPLES[province] ?? []).filter(
      (each) =>
        each.kind === 'tax-added' && Object.hasOwn(each.taxes, code) && (days === null || days.includes(each.date)),
    ),
    province,
  );
}

function compare(examples: readonly LawExample[], province: Province): ComparedExample[] {
  return examples.map((each) => compareExample(each, province));
}

function fiscalEntries(location: CalendarLocation, today: DateText): LocationEntry[] {
  const inForce = fiscalRuleOn(location, today);
  return fiscalRulesOf(location)
    .filter((rule) => rule.verdict !== 'free' && (rule === inForce || rule.from > today))
    .map((rule) => ({
      id: `fiscal-${rule.id}`,
      topic: 'fiscal',
      // A warning has no first day.
      date: rule.verdict === 'refuse' ? rule.from : null,
      title: fiscalChangeTitle(rule),
      text: sayNow(rule.reason),
      handling: rule.verdict === 'refuse' ? 'refuses' : 'ask',
      source: rule.source,
      readOn: rule.readOn,
      examples: [],
      isComing: rule.from > today,
    }));
}

function consumerEntries(location: CalendarLocation, today: DateText): LocationEntry[] {
  const province = provinceFor(location);
  const rules = CONSUMER_RULES.filter(
    (rule) => appliesAt(rule, location) && (rule.until === undefined || rule.until >= today),
  );
  return rules.map((rule) => ({
    id: rule.id,
    topic: rule.topic,
    date: rule.from,
    title: sayNow(rule.title),
    text: sayNow(rule.text),
    handling: rule.handledBy,
    source: rule.source,
    readOn: rule.readOn,
    examples: province === null ? [] : compare(rule.examples ?? [], province),
    isComing: rule.isAnnounced === true || (rule.from !== null && rule.from > today),
  }));
}

function provinceFor(location: CalendarLocation): Province | null {
  if (location.country !== HOME_COUNTRY) return null;
  const region = legalRegion(location);
  return isProvince(region) ? region : null;
}

/** One entry for all locations that share a rule and follow it in the same way. */
function mergeEntries(ofEach: readonly EntriesOfLocation[]): { entry: LawEntry; isComing: boolean }[] {
  const flat = ofEach.flatMap(({ location, entries }) => entries.map((entry) => ({ location, entry })));
  return [...Map.groupBy(flat, ({ entry }) => `${entry.id} ${entry.handling}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { isComing, ...entry } = first.entry;
    return [{ entry: { ...entry, locations: same.map(({ location }) => nameOf(location)) }, isComing }];
  });
}

/** One line for all locations with the same changes and the same fiscal law. */
function mergeLines(lines: readonly CalendarLine[]): CalendarLine[] {
  const same = Map.groupBy(lines, ({ changes, fiscal }) => JSON.stringify([changes.map(({ id }) => id), fiscal]));
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, locations: group.flatMap(({ locations }) => locations) }] : [];
  });
}

/** Oldest first, and entries without a date last. */
function byDate(a: LawEntry, b: LawEntry): number {
  if (a.date === null || b.date === null) return Number(a.date === null) - Number(b.date === null);
  return a.date === b.date ? 0 : a.date < b.date ? -1 : 1;
}

/** Newest first, and entries without a date last. */
function byDateDescending(a: LawEntry, b: LawEntry): number {
  return a.date === null || b.date === null ? byDate(a, b) : byDate(b, a);
}
