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
import { Batcher } from '../../../platform/db/batcher.ts';
import { prepared } from '../../../platform/db/prepared-statements.ts';
import { withinGuesses, type LimitedCaller } from '../../../platform/http/rate-limiter.ts';
import { usedOfferMetadata } from '../pricing/offer-code.ts';
import { pointsTermsOf, type SiteSettings } from '../../locations/restaurant/site.ts';
import { findWelcomeOffer } from '../pricing/welcome-offer.ts';
import { spentPoints, type PointsFacts } from '../../people/spend-points.ts';
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
  db: Db,
  menu: Pick<LocationMenu, 'location'>,
  request: Pick<OrderRequest, 'promoCode' | 'welcomeCode' | 'points' | 'customer'>,
  userId: string | null,
  now: Date,
): Promise<OfferTerms> {
  const { phone, email } = request.customer;
  const offers = await readOfferTerms(db, menu, request.promoCode, { userId, phone, email }, now, request.points);
  const welcome = await findWelcomeOffer(db, userId, request.welcomeCode);
  return welcome ? { ...offers, promotions: [...offers.promotions, welcomePromotion(welcome)] } : offers;
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
 * Reads which promotions and points an order can have. Without limits and points, nothing is read. Refuses a typed code
 * that its guest cannot use.
 */
export async function readOfferTerms(
  db: Db,
  { location }: Pick<LocationMenu, 'location'>,
  code: string,
  who: OfferedPerson,
  now: Date,
  points = 0,
): Promise<OfferTerms> {
  const all = location.promotions ?? [];
  if (all.length + points === 0) return NO_OFFERS;
  const today = localDate(now, location.time_zone);
  const typed = code === '' ? null : (all.find((each) => each.code === code) ?? null);
  if (code !== '' && !typed) throw refuse('promo-unknown', undefined, { field: 'promoCode' });
  const candidates = all.filter(
    (each) => (each.code === null || each === typed) && (each.until === null || each.until >= today),
  );
  const limited = candidates.filter(({ isLimited }) => isLimited);
  const personKey = personKeyOf(who);
  const query = { ids: limited.map(({ id }) => id), person: personKey, account: points > 0 ? who.userId : null };
  const facts = (limited.length + points > 0 ? await factsOf(db, query) : null) ?? NO_FACTS;
  const { problems, useNumbers } = await limitsOf(db, limited, who, facts.limits);
  const problem = typed && problems.get(typed.id);
  if (typed && problem) throw refuseOffer(typed, problem);
  return {
    promotions: candidates.filter(({ id }) => !problems.has(id)),
    typed,
    over: [...problems.keys()],
    personKey,
    useNumbers,
    points: spentPoints(who.userId, points, facts),
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

interface OfferFacts extends PointsFacts {
  readonly limits: readonly {
    readonly id: string;
    readonly isUsedUp: boolean;
    readonly most: number | null;
    readonly taken: number[];
  }[];
}

const NO_FACTS: OfferFacts = { limits: [], balance: 0, terms: pointsTermsOf(null) };

/** The limited promotions and the account of an order. */
interface FactsQuery {
  readonly ids: readonly string[];
  readonly person: string | null;
  readonly account: string | null;
}

const selectFacts = prepared<{
  at: number;
  limits: OfferFacts['limits'] | null;
  balance: number | null;
  site: Partial<SiteSettings> | null;
}>(
  'offer-facts',
  `select q.at, u.loyalty_points as balance, (
      select json_agg(json_build_object('id', id, 'isUsedUp', used >= coalesce(total_limit, used + 1), 'most', per_person,
        'taken', case when per_person is null then '{}' else array(
          select nth from promotion_uses u where u.promotion_id = p.id and u.person_key = q.person and nth is not null) end))
      from promotions p where id = any(q.ids)) as limits,
    case when q.account is not null then (
      select jsonb_strip_nulls(jsonb_build_object('pointsStep', value -> 'pointsStep', 'pointsStepWorth', value -> 'pointsStepWorth'))
      from settings where key = 'site') end as site
   from jsonb_to_recordset($1) as q (at int, ids text[], person text, account text) left join users u on u.id = q.account`,
);

/** Reads what limits promotions, what points accounts have, and what they buy, for simultaneous orders at once. */
async function readFacts(db: Db, queries: readonly FactsQuery[]): Promise<ReadonlyMap<FactsQuery, OfferFacts>> {
  const { rows } = await selectFacts(db, [JSON.stringify(queries.map((query, at) => ({ ...query, at })))]);
  return new Map(
    rows.flatMap(({ at, limits, balance, site }) => {
      const query = queries[at];
      return query ? [[query, { limits: limits ?? [], balance: balance ?? 0, terms: pointsTermsOf(site) }]] : [];
    }),
  );
}

const batchers = new WeakMap<Db, Batcher<FactsQuery, OfferFacts>>();

function factsOf(db: Db, query: FactsQuery): Promise<OfferFacts | undefined> {
  const batcher = batchers.get(db) ?? new Batcher((queries: readonly FactsQuery[]) => readFacts(db, queries));
  batchers.set(db, batcher);
  return batcher.add(query);
}

/** Why some of the limited promotions cannot be used, and which use of the others this would be, by id. */
async function limitsOf(
  db: Db,
  limited: readonly Promotion[],
  who: OfferedPerson,
  limits: OfferFacts['limits'],
): Promise<{ readonly problems: Map<string, PromotionProblem>; readonly useNumbers: Map<string, number> }> {
  const forFirstOrders = new Set(
    limited.filter(({ conditions }) => conditions.some(({ kind }) => kind === 'first-order')).map(({ id }) => id),
  );
  const hasOrdered = forFirstOrders.size > 0 && (await hasOrderedBefore(db, who));
  const problems = new Map<string, PromotionProblem>();
  const useNumbers = new Map<string, number>();
  for (const { id, isUsedUp, most, taken } of limits) {
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
