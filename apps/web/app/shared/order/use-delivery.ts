import { useEffect, useState } from 'react';
import type { Cents } from '@tiffin/domain/core';
import { chargesFor, postalIn, postalKey, termsFromWire, type Point, type ZoneTerms } from '@tiffin/domain/delivery';
import { goesTo, type OrderType } from '@tiffin/domain/order';
import type { Charge } from '@tiffin/domain/pricing';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { errorTextOrServerMessage } from '../errors/words.ts';
import type { Location } from '../site/site.ts';

/** What is known of bringing it there. */
export type Delivery =
  /** The place asks for no zone, or the order goes to no address. */
  | { readonly is: 'free-of-zones' }
  /** Where it goes is not known closely enough yet; `asksPoint`: the postal code does not say it. */
  | { readonly is: 'unknown'; readonly needsPosition: boolean }
  | { readonly is: 'asking' }
  | { readonly is: 'inside'; readonly terms: ZoneTerms }
  | { readonly is: 'outside'; readonly words: string }
  | { readonly is: 'failed'; readonly words: string };

const KEYS_REST_MS = 400;
/** A whole one, or as little as some countries have. */
const SHORTEST_CODE = 3;

/** Asks whether it is brought there and for how much, as soon as the address says enough; `again` after a refusal. */
export function useDelivery(
  location: Pick<Location, 'id' | 'delivers'>,
  type: OrderType,
  {
    address,
    postalCode,
    zoneName = '',
  }: { readonly address: string; readonly postalCode: string; readonly zoneName?: string },
): {
  delivery: Delivery;
  point: Point | null;
  show: (point: Point | null) => void;
  again: () => void;
} {
  const requests = location.delivers && goesTo(type, 'address') ? location.delivers : null;
  const [point, setPoint] = useState<Point | null>(null);
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<{ readonly of: string; readonly delivery: Delivery } | null>(null);
  const code = postalKey(postalCode) || postalIn(address);
  const isEnough = point !== null || code.length >= SHORTEST_CODE || zoneName !== '';
  const of = JSON.stringify([location.id, code, point, zoneName, tries]);
  const shouldFetch = requests !== null && isEnough;
  useEffect(() => {
    if (!shouldFetch) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api(
        'quoteDelivery',
        { body: { locationId: location.id, postalCode: code, point, ...(zoneName && { zoneName }) } },
        { signal: controller.signal },
      ).then(
        ({ zone }) =>
          setFound({ of, delivery: zone ? { is: 'inside', terms: termsFromWire(zone) } : { is: 'free-of-zones' } }),
        (error: unknown) => {
          if (!controller.signal.aborted) setFound({ of, delivery: refused(error) });
        },
      );
    }, KEYS_REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [of, shouldFetch, location.id, code, point, zoneName]);
  const delivery: Delivery =
    requests === null
      ? { is: 'free-of-zones' }
      : !isEnough
        ? { is: 'unknown', needsPosition: !requests.byPostalCode }
        : found?.of === of
          ? found.delivery
          : { is: 'asking' };
  return { delivery, point, show: setPoint, again: () => setTries((before) => before + 1) };
}

function refused(error: unknown): Delivery {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'destination-needed') {
    return { is: 'unknown', needsPosition: error instanceof ApiError && error.details['field'] === 'point' };
  }
  const words = errorTextOrServerMessage(error, [409]);
  return { is: code === 'outside-delivery' ? 'outside' : 'failed', words };
}

/** Which zones a place has by name that an address may lie in, as far as its postal code does not tell. */
export function zonesToName({ delivers }: Pick<Location, 'delivers'>, postalCode: string): readonly string[] {
  const { areas = [], drawn = [] } = delivers ?? {};
  return postalKey(postalCode) === '' ? areas : drawn;
}

/** What bringing it there takes longer, as far as it is known. */
export function wayMinutes(delivery: Delivery): number {
  return delivery.is === 'inside' ? delivery.terms.extraMinutes : 0;
}

/** What bringing dishes of this sum adds to the bill, as far as it is known. */
export function chargesOf(delivery: Delivery, food: Cents): Charge[] {
  return chargesFor(delivery.is === 'inside' ? delivery.terms : null, food);
}
