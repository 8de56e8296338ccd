import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { failure, currentLanguage, valueOrThrow, Refusal, toDollars, type Failure } from '@tiffin/domain/core';
import { findRepricedOptions } from '@tiffin/domain/options';
import { checkPrice, toWirePricing } from '@tiffin/domain/pricing';
import type { Context } from '../../../context.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { priceItems, type ItemsPrice } from './price-items.ts';

type Validated = ResponseOf<'validatePricing'>;
type PricingRequest = ValidatedInput<'validatePricing'>['body'];

/** Checks prices against the menu. Without a location, uses one whose menu has all of the items. */
export async function validatePricing(context: Context, request: PricingRequest): Promise<Validated> {
  const { items, price } = await quoteSomewhere(context, request);
  const checked = valueOrThrow(checkPrice(price, request.figures, findRepricedOptions(items)));
  return {
    valid: true,
    pricing: { ...toWirePricing(checked), taxLabel: checked.taxLabel },
    items: items.map(({ id, name, said, unitPrice, quantity }) => ({
      id,
      name: said?.name ?? name,
      price: toDollars(unitPrice),
      quantity,
    })),
  };
}

async function quoteSomewhere(context: Context, request: PricingRequest): Promise<ItemsPrice> {
  let refusal: Failure = failure('location-not-found');
  for (const [index, locationId] of (await candidateLocations(context, request)).entries()) {
    const menu = await context.menus.fresh(locationId);
    const quote = menu && quoteAt(menu, request, context.clock.now());
    if (quote?.ok) return quote.value;
    // The caller gets the refusal of the first, likeliest candidate.
    if (quote && index === 0) refusal = quote.error;
  }
  throw new Refusal(refusal);
}

async function candidateLocations(context: Context, request: PricingRequest): Promise<readonly string[]> {
  if (request.locationId !== '') return [request.locationId];
  const { defaultLocationId } = await readSite(context.db);
  const others = await context.db
    .selectFrom('locations')
    .select('id')
    .where('id', '!=', defaultLocationId)
    .where('is_active', '=', true)
    .orderBy('name')
    .execute();
  return [defaultLocationId, ...others.map((row) => row.id)];
}

function quoteAt(menu: LocationMenu, { items, tip, wantedFor }: PricingRequest, now: Date) {
  return menu.location.deleted_at
    ? { ok: false as const, error: failure('location-not-found') }
    : priceItems(menu, items, tip, now, { wantedFor, guestLanguage: currentLanguage() });
}
