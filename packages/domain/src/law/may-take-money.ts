import { localDate, type DateText, type ZoneId } from '../core/time.ts';
import { addDays } from '../hours/dates.ts';
import { fiscalRuleOn, nextRefusal, type FiscalLocation, type FiscalRule } from './fiscal-rules.ts';

/** How long a location that already sells may go on when a rule becomes known. */
const GRACE_DAYS = 14;

/** The facts of a location that decide whether it may take money. */
export interface MoneyLocation extends FiscalLocation {
  readonly timeZone: ZoneId;
  /** When the location got its present country or province. Null: it was always there. */
  readonly fiscalSince: Date | null;
  /** The last day on which a location that already sold goes on. */
  readonly graceUntil: DateText | null;
  /** Why no certified till is needed, as an administrator declared. Counts only where the law is open to it. */
  readonly tillDeclaration: string | null;
}

export const MONEY_STATES = ['free', 'notice', 'grace', 'refused'] as const;
/**
 * `notice`: a rule that refuses is coming. `grace`: the rule applies, and the location goes on for some days because it
 * already sold.
 */
export type MoneyState = (typeof MONEY_STATES)[number];

/** Whether a location may take money, and by which rule. */
export interface MoneyPermission {
  readonly mayTake: boolean;
  readonly state: MoneyState;
  readonly rule: FiscalRule;
  /** The first day on which orders are refused, if it lies ahead. */
  readonly refusedFrom: DateText | null;
}

/** Whether a location may take money, or promise to, on a day in its time zone. */
export function mayTakeMoney(location: Omit<MoneyLocation, 'fiscalSince'>, date: DateText): MoneyPermission {
  const rule = fiscalRuleOn(location, date);
  const permission = (state: MoneyState, refusedFrom: DateText | null = null): MoneyPermission => ({
    mayTake: state !== 'refused',
    state,
    rule,
    refusedFrom,
  });
  const { graceUntil, tillDeclaration } = location;
  if (rule.verdict === 'refuse' || (rule.verdict === 'declare' && !tillDeclaration)) {
    return graceUntil !== null && date <= graceUntil
      ? permission('grace', addDays(graceUntil, 1))
      : permission('refused');
  }
  const next = nextRefusal(location, date);
  return next ? permission('notice', next.from) : permission('free');
}

/**
 * Whether an open bill may be settled. A bill that was placed while the location could take money can always be
 * settled, also after it moved or a rule started.
 */
export function maySettleBill(
  location: MoneyLocation,
  { placedAt, now }: { readonly placedAt: Date; readonly now: Date },
): MoneyPermission {
  const { fiscalSince, timeZone } = location;
  const permission = mayTakeMoney(location, localDate(now, timeZone));
  if (permission.mayTake) return permission;
  const wasElsewhere = fiscalSince !== null && placedAt < fiscalSince;
  const mayTake = wasElsewhere || mayTakeMoney(location, localDate(placedAt, timeZone)).mayTake;
  return { ...permission, mayTake };
}

/** True if the move of a location brings other rules, so that its history no longer counts. */
export function isFiscalMove(
  from: FiscalLocation,
  to: Pick<FiscalLocation, 'country' | 'region' | 'postalCode'>,
  date: DateText,
): boolean {
  return fiscalRuleOn(from, date).id !== fiscalRuleOn({ ...to, legalForm: from.legalForm }, date).id;
}

/** The last day on which a location goes on after a rule became known. */
export function graceUntilDate(knownOn: DateText): DateText {
  return addDays(knownOn, GRACE_DAYS);
}
