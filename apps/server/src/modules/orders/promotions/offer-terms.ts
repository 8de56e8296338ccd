import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { REQUEST_LIMITS } from '@tiffin/contract/rate-limits';
import { localDate, refuse, ZERO } from '@tiffin/domain/core';
import {
  promotionFailure,
  promotionProblem,
  targetDishes,
  welcomeOfferOf,
  welcomePromotion,
  type OfferedLine,
  type OfferMoment,
  type Promotion,
  type PromotionProblem,
} from '@tiffin/domain/order';
import { foldEmail } from '@tiffin/domain/people';
import { takenOff, type Adjustment } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import type { SpentPoints, UsedPromotion } from '../../../platform/db/stored-json.ts';
import { withinGuesses, type LimitedCaller } from '../../../platform/http/rate-limiter.ts';
import { usedOfferMetadata } from '../pricing/offer-code.ts';
import { findWelcomeOffer } from '../pricing/welcome-offer.ts';
import { readSpentPoints } from '../../people/spend-points.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';

/** Who orders, as far as it is known. */
export interface OfferedPerson {
  readonly userId: string | null;
  readonly phone: string;
  readonly email: string;
}

/** The promotions that an order can have. */
export interface OfferTerms {
  /** Those without a code, the one of the typed code, and the offer of a welcome mail. */
  readonly promotions: readonly Promotion[];
  /** The promotion of the typed code. */
  readonly typed: Promotion | null;
  /** The ids of those without a code that cannot be used any more. */
  readonly over: readonly string[];
  /** By what the uses of the person who orders are counted. */
  readonly personKey: string | null;
  /** For promotions with a limit for each person: which of their uses this is, by id. */
  readonly useNumbers: ReadonlyMap<string, number>;
  readonly points: SpentPoints | null;
}

export const NO_OFFERS: OfferTerms = {
  promotions: [],
  typed: null,
  over: [],
  personKey: null,
  useNumbers: new Map(),
  points: null,
};

interface OfferedRequest {
  readonly location: { readonly id: string };
  readonly promoCode: string;
  readonly welcomeCode: string;
}

/** The promotions, the offer of a welcome mail and the points that an order can have. */
export async function readOffers(
  db: Db | Tx,
  menu: Pick<LocationMenu, 'location'>,
  request: Pick<OrderRequest, 'promoCode' | 'welcomeCode' | 'points' | 'customer'>,
  userId: string | null,
  now: Date,
): Promise<OfferTerms> {
  const { phone, email } = request.customer;
  const offers = await readOfferTerms(db, menu, request.promoCode, { userId, phone, email }, now);
  const welcome = await findWelcomeOffer(db, userId, request.welcomeCode);
  const promotions = welcome ? [...offers.promotions, welcomePromotion(welcome)] : offers.promotions;
  return { ...offers, promotions, points: await readSpentPoints(db, userId, request.points) };
}

/** Puts a typed code into the field of its kind: promotion or welcome mail. A code that belongs to nothing is a guess. */
export async function resolveTypedCode<Request extends OfferedRequest>(
  context: Context,
  by: LimitedCaller,
  request: Request,
): Promise<Request> {
  const { promoCode: code, welcomeCode } = request;
  const menu = code + welcomeCode === '' ? null : await context.menus.fresh(request.location.id);
  if (!menu) return request;
  const kind = code === '' ? null : await findOfferCode(context, by, code, menu.location.promotions ?? []);
  if (kind === null && code !== '') throw refuse('promo-unknown', undefined, { field: 'promoCode' });
  if (welcomeCode !== '') await findOfferCode(context, by, welcomeCode);
  return kind === 'welcome' ? { ...request, promoCode: '', welcomeCode: code } : request;
}

/** What a typed code belongs to. One that belongs to nothing counts as a guess. */
export function findOfferCode(
  context: Context,
  by: LimitedCaller,
  code: string,
  promotions: readonly Promotion[] = [],
): Promise<'promotion' | 'welcome' | null> {
  return withinGuesses(context, REQUEST_LIMITS.guessOfferCode, by, async () => {
    if (promotions.some((each) => each.code === code)) return 'promotion';
    return (await isWelcomeCode(context.db, code)) ? 'welcome' : null;
  });
}

/** True if this is the code of somebody's welcome mail. */
export async function isWelcomeCode(db: Db | Tx, code: string): Promise<boolean> {
  const { rows } = await sql`select from users where welcome_code = ${code}`.execute(db);
  return rows.length > 0;
}

/**
 * Reads which promotions an order can have. Without promotions, or without limits, nothing is read. Refuses a typed code
 * that its guest cannot use.
 */
export async function readOfferTerms(
  db: Db | Tx,
  { location }: Pick<LocationMenu, 'location'>,
  code: string,
  who: OfferedPerson,
  now: Date,
): Promise<OfferTerms> {
  const { promotions: all } = location;
  if (!all || all.length === 0) return NO_OFFERS;
  const today = localDate(now, location.time_zone);
  const typed = code === '' ? null : (all.find((each) => each.code === code) ?? null);
  if (code !== '' && !typed) throw refuse('promo-unknown', undefined, { field: 'promoCode' });
  const candidates = all.filter(
    (each) => (each.code === null || each === typed) && (each.until === null || each.until >= today),
  );
  const limited = candidates.filter(({ isLimited }) => isLimited);
  const personKey = personKeyOf(who);
  const { problems, useNumbers } = limited.length === 0 ? NO_LIMITS : await readLimits(db, limited, who, personKey);
  const problem = typed && problems.get(typed.id);
  if (typed && problem) throw refuseOffer(typed, problem);
  return {
    promotions: candidates.filter(({ id }) => !problems.has(id)),
    typed,
    over: [...problems.keys()],
    personKey,
    useNumbers,
    points: null,
  };
}

function refuseOffer({ code }: Promotion, problem: PromotionProblem) {
  const failure = promotionFailure(code ?? '', problem);
  return refuse(failure.code, failure.message, failure.details);
}

/** Why the promotion of a typed code does not hold for this order; null if it does. */
export function typedCodeFailure({ typed }: OfferTerms, lines: readonly OfferedLine[], moment: OfferMoment) {
  const problem = typed && promotionProblem(typed, lines, moment);
  return problem ? promotionFailure(typed.code ?? '', problem) : null;
}

/** By what the uses of a person are counted. Another number or address gets around it, so it only slows abuse down. */
function personKeyOf({ userId, phone, email }: OfferedPerson): string | null {
  if (userId !== null) return `user ${userId}`;
  if (phone !== '') return `phone ${phone}`;
  return email === '' ? null : `mail ${foldEmail(email)}`;
}

const NO_LIMITS = { problems: new Map<string, PromotionProblem>(), useNumbers: new Map<string, number>() };

/** Why some of the limited promotions cannot be used, and which use of the others this would be, by id. */
async function readLimits(
  db: Db | Tx,
  limited: readonly Promotion[],
  who: OfferedPerson,
  personKey: string | null,
): Promise<typeof NO_LIMITS> {
  const ids = limited.map(({ id }) => id);
  const { rows } = await sql<{ id: string; isUsedUp: boolean; most: number | null; taken: number[] }>`
    select id, used >= coalesce(total_limit, used + 1) as "isUsedUp", per_person as most,
      case when per_person is null then '{}' else array(
        select nth from promotion_uses u where u.promotion_id = p.id and u.person_key = ${personKey} and nth is not null) end as taken
    from promotions p where id = any(${ids}::text[])
  `.execute(db);
  const forFirstOrders = new Set(
    limited.filter(({ conditions }) => conditions.some(({ kind }) => kind === 'first-order')).map(({ id }) => id),
  );
  const hasOrdered = forFirstOrders.size > 0 && (await hasOrderedBefore(db, who));
  const problems = new Map<string, PromotionProblem>();
  const useNumbers = new Map<string, number>();
  for (const { id, isUsedUp, most, taken } of rows) {
    // A cancelled order frees its number, so this need not be the one after the last.
    const useNumber = most === null ? null : firstFreeNumber(most, taken);
    if (isUsedUp) problems.set(id, { reason: 'used-up' });
    else if (hasOrdered && forFirstOrders.has(id)) problems.set(id, { reason: 'first-order' });
    else if (useNumber === 0) problems.set(id, { reason: 'used' });
    else if (useNumber !== null) useNumbers.set(id, useNumber);
  }
  return { problems, useNumbers };
}

/** The lowest number up to `most` that is not taken; 0 if all are. */
function firstFreeNumber(most: number, taken: readonly number[]): number {
  for (let candidate = 1; candidate <= most; candidate++) if (!taken.includes(candidate)) return candidate;
  return 0;
}

/** Whether there is an earlier order of this account, phone number or address. */
async function hasOrderedBefore(db: Db | Tx, { userId, phone, email }: OfferedPerson): Promise<boolean> {
  const { rows } = await sql`
    select from orders where status <> 'cancelled' and user_id = ${userId}
    union all select from orders where status <> 'cancelled' and customer_phone = nullif(${phone}, '')
    union all select from orders where status <> 'cancelled' and user_id is null and customer_email = nullif(${email}, '')
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** What an order stores of the offer that counted: the use of a promotion, or the code of a welcome mail. */
export function usedOffer(
  promotion: Promotion | null,
  lines: readonly OfferedLine[],
  adjustments: readonly Adjustment[],
  { personKey, useNumbers }: OfferTerms,
): { readonly promotion: UsedPromotion | undefined; readonly metadata: Readonly<Record<string, unknown>> } {
  const amount = promotion ? takenOff(adjustments, promotion.id) : ZERO;
  if (promotion === null || amount === 0) return { promotion: undefined, metadata: {} };
  const welcome = welcomeOfferOf(promotion);
  if (welcome) return { promotion: undefined, metadata: usedOfferMetadata(welcome.code, amount) };
  const useNumber = useNumbers.get(promotion.id) ?? null;
  const used: UsedPromotion = {
    id: promotion.id,
    person: useNumber === null ? null : personKey,
    nth: personKey === null ? null : useNumber,
    amount,
    terms: { effect: promotion.effect, dishes: targetDishes(promotion, lines) },
  };
  return { promotion: used, metadata: {} };
}
