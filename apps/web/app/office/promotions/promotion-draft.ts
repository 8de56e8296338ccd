import { cents, say, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { isTime, WEEKDAYS } from '@tiffin/domain/hours';
import {
  EVERY_LIMITS,
  givesDishWithEachOrder,
  promotionFromWire,
  type EffectTarget,
  type Promotion,
  type PromotionCondition,
  type PromotionEffect,
} from '@tiffin/domain/order';
import type { Answer, Body } from '../../shared/api/api.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import type { PromotionWord } from './sentence.ts';

export type ManagedPromotion = Answer<'getPromotions'>['promotions'][number];

/** A promotion as it is typed: numbers are texts until it is saved. */
export interface PromotionDraft {
  readonly name: string;
  readonly code: string | null;
  readonly unit: 'percent' | 'amount' | 'free';
  readonly value: string;
  readonly of: EffectTarget;
  readonly every: string;
  readonly conditions: readonly PromotionCondition[];
  readonly minimum: string;
  readonly from: string;
  readonly until: string;
  readonly limit: string;
  readonly perPerson: string;
}

export const EMPTY_DRAFT: PromotionDraft = {
  name: '',
  code: null,
  unit: 'percent',
  value: '10',
  of: 'order',
  every: '',
  conditions: [],
  minimum: '',
  from: '',
  until: '',
  limit: '',
  perPerson: '',
};

/** A saved promotion as a draft. 100 percent is shown as free. */
export function draftOf(managed: ManagedPromotion): PromotionDraft {
  const { name, code, conditions, effect, from, until } = promotionFromWire(managed);
  const isFree = effect.kind === 'percent' && effect.percent === 100;
  const minimum = conditions.find(({ kind }) => kind === 'minimum');
  return {
    name,
    code,
    unit: isFree ? 'free' : effect.kind,
    value: isFree ? '' : effect.kind === 'percent' ? String(effect.percent) : dollarsText(effect.amount),
    of: effect.of,
    every: effect.every === undefined ? '' : String(effect.every),
    conditions,
    minimum: minimum?.kind === 'minimum' ? dollarsText(minimum.amount) : '',
    from: from ?? '',
    until: until ?? '',
    limit: managed.limit === null ? '' : String(managed.limit),
    perPerson: managed.perPerson === null ? '' : String(managed.perPerson),
  };
}

const dollarsText = (amount: Cents) => toDollars(amount).toFixed(2);

const NEW_MINIMUM = cents(2000);
/** The first values of a condition that is added. */
const NEW_CONDITIONS: Readonly<Record<PromotionCondition['kind'], PromotionCondition>> = {
  minimum: { kind: 'minimum', amount: NEW_MINIMUM },
  dishes: { kind: 'dishes', ids: [] },
  categories: { kind: 'categories', ids: [] },
  service: { kind: 'service', services: ['pickup'] },
  location: { kind: 'location', ids: [] },
  daypart: { kind: 'daypart', from: '11:30', until: '14:00' },
  weekday: { kind: 'weekday', days: [WEEKDAYS[1]] },
  'first-order': { kind: 'first-order' },
};

export function withWord(draft: PromotionDraft, word: Exclude<PromotionWord, 'effect'>): PromotionDraft {
  if (word === 'code') return { ...draft, code: '' };
  const of = word === 'categories' || word === 'dishes' ? 'dishes' : draft.of;
  return {
    ...draft,
    of,
    conditions: [...draft.conditions, NEW_CONDITIONS[word]],
    minimum: word === 'minimum' ? dollarsText(NEW_MINIMUM) : draft.minimum,
  };
}

export function withoutWord(draft: PromotionDraft, word: PromotionWord): PromotionDraft {
  if (word === 'code') return { ...draft, code: null };
  return { ...draft, conditions: draft.conditions.filter(({ kind }) => kind !== word) };
}

/** The promotion as the sentence shows it, also while something is missing. */
export function shownPromotion(draft: PromotionDraft): Pick<Promotion, 'code' | 'conditions' | 'effect'> {
  const amount = parseAmount(draft.minimum);
  return {
    code: draft.code,
    conditions: draft.conditions.map((each) =>
      each.kind === 'minimum' && amount !== null ? { ...each, amount } : each,
    ),
    effect: effectOf(draft),
  };
}

function isEvery(typed: string): boolean {
  return /^\d{1,2}$/.test(typed) && Number(typed) >= EVERY_LIMITS.least && Number(typed) <= EVERY_LIMITS.most;
}

function effectOf({ unit, value, of, every }: PromotionDraft): PromotionEffect {
  const nth = of === 'cheapest' && isEvery(every) ? { every: Number(every) } : {};
  if (unit === 'free') return { kind: 'percent', of, percent: 100, ...nth };
  if (unit === 'amount') return { kind: 'amount', of, amount: parseAmount(value) ?? ZERO, ...nth };
  return { kind: 'percent', of, percent: Number(value) || 0, ...nth };
}

/** The first thing that is missing; null if the promotion can be saved. */
export function draftProblem(draft: PromotionDraft): string | null {
  const { conditions, minimum } = draft;
  const isEmpty = (each: PromotionCondition) => {
    const choices = 'ids' in each ? each.ids : 'days' in each ? each.days : 'services' in each ? each.services : null;
    return choices?.length === 0;
  };
  const isUntimed = (each: PromotionCondition) => each.kind === 'daypart' && !(isTime(each.from) && isTime(each.until));
  if (draft.unit !== 'free' && !parseAmount(draft.value)) return say`Enter how much is taken off.`;
  if (draft.of === 'cheapest' && draft.every !== '' && !isEvery(draft.every))
    return say`One in so many is a number from ${EVERY_LIMITS.least} to ${EVERY_LIMITS.most}, or empty.`;
  if (givesDishWithEachOrder(shownPromotion(draft)))
    return say`Enter one in how many dishes is free. 2 means: buy one, get one free. To give a dish with each order, take off an amount instead.`;
  if (conditions.some(isEmpty)) return say`Choose at least one.`;
  if (conditions.some(isUntimed)) return say`Enter from when to when it holds.`;
  if (conditions.some(({ kind }) => kind === 'minimum') && !parseAmount(minimum))
    return say`Enter the amount from which it holds.`;
  if (draft.code?.trim() === '') return say`Enter the code, or leave it out.`;
  if (!/^\d*$/.test(draft.limit + draft.perPerson)) return say`A limit is a whole number, or empty.`;
  return draft.name.trim() === '' ? say`Give it a name. Guests see it on their bill.` : null;
}

/** What a promotion takes off and when, as the server gets it: with amounts in dollars. */
export function rulesOf(
  draft: PromotionDraft,
): Pick<Body<'savePromotion'>, 'conditions' | 'effect' | 'limit' | 'perPerson'> {
  const { conditions, effect } = shownPromotion(draft);
  // TypeScript does not see that a part with `amount` is one with cents, and then one with dollars.
  const inDollars = <Part extends object>(part: Part) =>
    'amount' in part ? { ...part, amount: toDollars(part.amount as Cents) } : part;
  return {
    conditions: conditions.map(inDollars) as Body<'savePromotion'>['conditions'],
    effect: inDollars(effect) as Body<'savePromotion'>['effect'],
    limit: Number(draft.limit) || null,
    perPerson: Number(draft.perPerson) || null,
  };
}

/** The request that saves a draft; `present` is null for a new promotion. */
export function promotionBody(
  draft: PromotionDraft,
  present: ManagedPromotion | null,
  { isActive }: { isActive: boolean },
): Body<'savePromotion'> {
  return {
    promotionId: present?.id,
    version: present?.version,
    ...rulesOf(draft),
    name: draft.name.trim(),
    code: draft.code?.trim() ?? null,
    from: draft.from || null,
    until: draft.until || null,
    isActive,
  };
}
