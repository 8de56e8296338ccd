import { useState } from 'react';
import type { Cents } from '@tiffin/domain/core';
import {
  deliveryCharge,
  deliveryCharges,
  deliveryFeeRange,
  findPostalCode,
  normalisePostalCode,
  postalCodeProblem,
  termsFromWire,
  type Point,
  type ZoneTerms,
} from '@tiffin/domain/delivery';
import { orderTypeGoesTo, type OrderType } from '@tiffin/domain/order';
import type { Charge } from '@tiffin/domain/pricing';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { pause } from '../api/pause.ts';
import { useAnswer } from '../api/use-answer.ts';
import { refusalText } from '../errors/error-text.ts';
import type { Location } from '../site/site.ts';

export type Delivery =
  /** The order is not a delivery. */
  | { readonly is: 'not-needed' }
  /** The address is not exact enough. The flag is set if the postal code alone does not decide the zone. */
  | { readonly is: 'unknown'; readonly needsPosition: boolean }
  | { readonly is: 'asking' }
  | { readonly is: 'inside'; readonly terms: ZoneTerms }
  | { readonly is: 'outside'; readonly message: string }
  | { readonly is: 'failed'; readonly message: string };

const TYPING_PAUSE_MS = 400;
/** Some countries have postal codes of three characters. */
const MIN_POSTAL_CODE_LENGTH = 3;

/** Requests the delivery zone and fee once the address is exact enough; `again` repeats it after a refusal. */
export function useDelivery(
  location: Pick<Location, 'id' | 'delivers'>,
  type: OrderType,
  {
    address,
    postalCode,
    zoneName = '',
  }: { readonly address: string; readonly postalCode: string; readonly zoneName?: string },
) {
  const delivers = location.delivers && orderTypeGoesTo(type, 'address') ? location.delivers : null;
  const [point, setPoint] = useState<Point | null>(null);
  const [attempt, setAttempt] = useState(0);
  const code = normalisePostalCode(postalCode) || findPostalCode(address);
  const problem = postalCodeProblem(postalCode, address);
  const isExact = point !== null || code.length >= MIN_POSTAL_CODE_LENGTH || zoneName !== '';
  const key = JSON.stringify([location.id, code, point, zoneName, attempt]);
  const { answer, error } = useAnswer(delivers !== null && isExact ? key : null, async (signal) => {
    await pause(TYPING_PAUSE_MS, signal);
    const body = { locationId: location.id, postalCode: code, point, zoneName: zoneName || undefined };
    return api('quoteDelivery', { body }, { signal });
  });
  const delivery: Delivery =
    delivers === null
      ? { is: 'not-needed' }
      : problem !== null
        ? { is: 'failed', message: problem }
        : !isExact
          ? { is: 'unknown', needsPosition: !delivers.byPostalCode }
          : answer
            ? { is: 'inside', terms: termsFromWire(answer.zone) }
            : error
              ? refusedDelivery(error)
              : { is: 'asking' };
  return { delivery, point, setPoint, again: () => setAttempt((before) => before + 1) };
}

function refusedDelivery(error: unknown): Delivery {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'destination-needed') {
    return { is: 'unknown', needsPosition: error instanceof ApiError && error.details['field'] === 'point' };
  }
  return { is: code === 'outside-delivery' ? 'outside' : 'failed', message: refusalText(error) };
}

/** The names of the zones to choose from: with a postal code, only the drawn ones, as it decides the others. */
export function zonesToName({ delivers }: Pick<Location, 'delivers'>, postalCode: string): readonly string[] {
  const { areas = [], drawn = [] } = delivers ?? {};
  return normalisePostalCode(postalCode) === '' ? areas : drawn;
}

/** The time for the delivery, if known. */
export function deliveryMinutes(delivery: Delivery): number {
  return delivery.is === 'inside' ? delivery.terms.extraMinutes : 0;
}

/** The charges for delivering dishes of this amount, if known. */
export function chargesOf(delivery: Delivery, food: Cents): Charge[] {
  return deliveryCharges(delivery.is === 'inside' ? delivery.terms : null, food);
}

export interface KnownCharges {
  readonly charges: readonly Charge[];
  /** The highest charge, if the address decides and the charges are the lowest ones; otherwise null. */
  readonly most: Cents | null;
}

/**
 * The charges before the address is known. A guest sees them in the first total, because the law requires mandatory fees
 * there. An older server does not send the fees.
 */
export function chargesBeforeAddress(
  { delivers }: Pick<Location, 'delivers'>,
  type: OrderType,
  food: Cents,
): KnownCharges {
  if (!orderTypeGoesTo(type, 'address')) return { charges: [], most: null };
  const { least, most } = deliveryFeeRange((delivers?.zones ?? []).map(termsFromWire), food);
  return { charges: deliveryCharge(least), most: most > least ? most : null };
}

/** The charges for the address, or those before it is known. */
export function knownCharges(
  delivery: Delivery,
  location: Pick<Location, 'delivers'>,
  type: OrderType,
  food: Cents,
): KnownCharges {
  const isDecided = delivery.is === 'inside' || delivery.is === 'not-needed';
  return isDecided ? { charges: chargesOf(delivery, food), most: null } : chargesBeforeAddress(location, type, food);
}
