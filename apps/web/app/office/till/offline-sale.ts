import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { TillPayload } from '@tiffin/domain/cart';
import { rateToPercent, say, toDollars, ZERO } from '@tiffin/domain/core';
import { toWireOptionLine } from '@tiffin/domain/options';
import { orderTypeGoesTo } from '@tiffin/domain/order';
import { cashDue, toWirePricing, toWireTax } from '@tiffin/domain/pricing';
import { businessDayOf } from '@tiffin/domain/stats';
import type { Body } from '../../shared/api/api.ts';
import type { SaleReceipt } from '../../shared/offline/changes.ts';
import { deviceLetter, nameDevice, watchDevice } from '../../shared/offline/device-number.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { openQueue } from '../../shared/offline/open-queue.ts';
import type { Site } from '../../shared/site/site.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { coin, nextCoin, timeZone } from '../../ui/locale.ts';
import { runAndReport } from './run-and-report.ts';
import { tillOrderType, type Till, type TillLocation } from './till.ts';
import type { TillPayment } from './till-payments.ts';
import type { TypedOrder } from './use-typed-order.ts';

/** How an order at the counter is stored and printed on this device if the server cannot be reached. */
export interface OfflineOrder {
  readonly fields: Pick<Body<'createAdminOrderUnpaid'>, 'sold' | 'ticketPrinted'>;
  readonly receipt: SaleReceipt;
}

/** Whether this device can number and store an order without the server; asks for its letter while there is one. */
export function useOfflineDevice() {
  const online = useOnline();
  const letter = useSyncExternalStore(watchDevice, deviceLetter, () => null);
  const [canStore, setCanStore] = useState(true);
  useSetOfflineText(
    letter !== null && canStore
      ? say`Orders for cash and “Pay later” go on. They are sent when the connection is back.`
      : say`This till cannot take orders now. It says why below the order.`,
  );
  useEffect(() => {
    if (online) void runAndReport('naming this device', nameDevice);
  }, [online]);
  const check = useCallback(() => void openQueue().canStore().then(setCanStore), []);
  useEffect(() => {
    if (!online) check();
  }, [online, check]);
  return { online, letter, canStore, check };
}

/** Why an order cannot be taken without the server; null if it can. */
export function whyNotOffline(
  till: Till,
  location: TillLocation,
  { code, spent = 0 }: Pick<TypedOrder, 'code'> & { readonly spent?: number | undefined },
  { letter, canStore }: Pick<ReturnType<typeof useOfflineDevice>, 'letter' | 'canStore'>,
): string | null {
  if (!canStore) return say`this device cannot save it, because its storage is full or blocked. Write it on paper.`;
  if (letter === null) return say`this device has no letter for its numbers yet. It gets one while it is connected.`;
  if (orderTypeGoesTo(tillOrderType(till, location), 'address')) return say`a delivery needs the server.`;
  if (code.typed.trim() !== '') return say`codes need the server. Take the code off the order.`;
  if (spent > 0) return say`points need the server. Take them off the order.`;
  if (till.given.length > 0) return say`discounts need the server. Take them off the order.`;
  return null;
}

/** Why a tender cannot be taken without the server; null if it can. */
export function whyNotTenderOffline(payment: TillPayment, { takesMoney = true }: TillLocation): string | null {
  if (payment !== 'cash')
    return say`cards, links, gift cards and house accounts need the server. Take cash, or choose “Pay later”.`;
  return takesMoney ? null : say`the law asks for a certified till here. Choose “Pay later”.`;
}

/** The smallest coin of this business day, which the server does not tell while it is gone. */
function coinNow(): number | undefined {
  const today = businessDayOf(serverNow(), { zone: timeZone, hour: null });
  return nextCoin && today >= nextCoin.from ? nextCoin.coin : coin;
}

type SoldCart = Pick<TypedOrder, 'cart' | 'price' | 'charges' | 'adjustments' | 'containedIn'>;

/** Only what is printed of a location, because it is stored with each order. */
const printedLocation = ({ name, address, phone, timeZone: zone }: TillLocation) => ({
  name,
  address,
  phone,
  timeZone: zone,
});

/** An order at the counter as it is stored and printed on this device, before it has a number. */
export function offlineOrder(
  order: TillPayload,
  location: TillLocation,
  { cart, price, charges, adjustments, containedIn }: SoldCart,
  site: Pick<Site, 'name' | 'hstNumber' | 'currency'>,
  { isPaid, ticketPrinted }: { readonly isPaid: boolean; readonly ticketPrinted: boolean },
): OfflineOrder {
  const { taxRate, taxLabel, taxes, tipBase, pricesIncludeTax } = location;
  const total = toDollars(price.total);
  const { due, rounding } = isPaid ? cashDue(price.total, coinNow()) : { due: price.total, rounding: ZERO };
  return {
    fields: {
      ticketPrinted,
      sold: {
        taxation: { taxRate, taxLabel, taxes, tipBase, pricesIncludeTax },
        lines: cart.map(({ name, price: unitPrice, taxClass = 'meal', options }) => {
          return { name, unitPrice: toDollars(unitPrice), taxClass, options: options?.map(toWireOptionLine) };
        }),
        adjustments: adjustments.map(({ label, amount, source, line }) => {
          const number = line === null ? undefined : line + 1;
          return { kind: 'promo' as const, label, amount: toDollars(amount), source, line: number };
        }),
        charges: charges.map(({ amount, percent, ...charge }) => {
          return {
            ...charge,
            amount: toDollars(amount),
            percent: percent === undefined ? undefined : rateToPercent(percent),
          };
        }),
        total,
      },
    },
    receipt: {
      business: site,
      cashRounding: toDollars(rounding),
      cashDue: toDollars(due),
      order: {
        ...order,
        orderId: '',
        orderTime: '',
        estimatedReady: order.wantedFor ?? null,
        status: 'pending',
        paymentStatus: isPaid ? 'paid' : 'pending',
        paymentMethod: 'cash',
        paidAt: null,
        due: isPaid ? 0 : total,
        locationInfo: printedLocation(location),
        tableInfo: order.tableInfo && { tableNumber: '', ...order.tableInfo },
        deliveryInfo: undefined,
        items: cart.map((line, index) => ({
          ...line,
          line: index + 1,
          price: toDollars(line.price),
          spiceLevelName: line.spice?.name ?? '',
          isCooked: line.open?.isCooked,
          allergyCheck: { contains: containedIn(line), at: null },
        })),
        specialInstructions: order.specialInstructions ?? '',
        pricing: { ...toWirePricing(price), taxLabel: price.taxLabel, discount: null },
        charges: charges.map((charge) => ({ ...charge, amount: toDollars(charge.amount) })),
        adjustments: adjustments.map((each) => ({ ...each, amount: toDollars(each.amount) })),
        taxes: price.taxes.map(toWireTax),
        refunds: [],
        metadata: { adminCreated: true },
      },
    },
  };
}
