import { useEffect, useState } from 'react';
import { parseJsonFields, asText } from '@tiffin/domain/core';
import { largeOrderTotal } from '@tiffin/domain/restaurant';
import { NO_NOTES } from '@tiffin/domain/order';
import { GUEST_PAYMENT_METHODS, type GuestPaymentMethod } from '@tiffin/domain/payment';
import { clampCustomTip, GUEST_TIP_PRESETS, NO_TIP, type TipChoice } from '@tiffin/domain/pricing';
import { currency } from '../../ui/format.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { clearOrderDraft } from '../../shared/cart/ordered.ts';
import { storedText, storedTextInTab } from '../../shared/offline/text-storage.ts';
import { readDeliveryCode } from '../../shared/checkout/delivery-place.ts';
import { forgetChosenCharges } from '../../shared/checkout/charges-part.tsx';
import { forgetChosenPoints } from '../../shared/checkout/points-part.tsx';
import { forgetGiftCard } from './gift-card-part.tsx';
import { storedPromoCode } from '../../shared/checkout/promotions.ts';
import { rememberedGuest } from '../../shared/session/remembered-guest.ts';
import { CHECKOUT_DRAFT } from '../../shared/offline/clear-stored-data.ts';

/** What a stored tip may be: a choice without a percentage, or the digits of one. */
const TIP = /^(none|custom|\d{1,3})$/;

/** A customer's draft is stored on the device, a guest's in the tab: others may use the device next. */
const storageOf = (me: Me) => (me ? storedText(CHECKOUT_DRAFT) : storedTextInTab(CHECKOUT_DRAFT));

export type Draft = Readonly<ReturnType<typeof freshDraft>>;

/** An empty draft with what is known of the person. All values are texts, so that they are stored and read alike. */
function freshDraft(me: Me) {
  const guest = me ? null : rememberedGuest();
  const payment: GuestPaymentMethod | '' = GUEST_PAYMENT_METHODS.find((method) => method === guest?.payment) ?? '';
  return {
    name: me?.displayName ?? guest?.name ?? '',
    email: me?.email ?? guest?.email ?? '',
    phone: me?.phoneNumber ?? guest?.phone ?? '',
    address: guest?.address ?? '',
    deliveryInstructions: guest?.deliveryInstructions ?? '',
    /** 'yes': leave it at the door. */
    leaveAtDoor: '',
    // As typed on the menu.
    postalCode: readDeliveryCode() || (guest?.postalCode ?? ''),
    /** 'yes': bring it out to the car. */
    curbside: '',
    vehicle: '',
    tableNumber: '',
    /** 'yes': seat the guests when they come. */
    seatUs: '',
    partySize: '1',
    /** '' until the guest makes a choice. */
    tip: '',
    customTip: '',
    payment,
    offerCode: storedPromoCode.read() ?? '',
    ...NO_NOTES,
  };
}

const uidOf = (me: Me): string | null => me?.uid ?? null;

/** Reads the draft after a reload, a failed payment or a new sign-in, only if it belongs to this person. */
function readDraft(me: Me): Draft {
  const fresh = freshDraft(me);
  const saved = parseJsonFields(storageOf(me).read());
  if (saved['uid'] !== uidOf(me)) return fresh;
  const stored = Object.fromEntries(
    Object.keys(fresh).flatMap((name) => (typeof saved[name] === 'string' ? [[name, saved[name]]] : [])),
  );
  return {
    ...fresh,
    ...stored,
    postalCode: asText(saved['postalCode']) || fresh.postalCode,
    tip: TIP.exec(asText(saved['tip']))?.[0] ?? '',
    payment: GUEST_PAYMENT_METHODS.find((method) => method === saved['payment']) ?? '',
  };
}

/** The form's values, saved on every change. */
export function useDraft(me: Me) {
  const [draft, setDraft] = useState(() => readDraft(me));
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) storageOf(me).write(JSON.stringify({ uid: uidOf(me), ...draft }));
  }, [draft, me, touched]);
  return {
    draft,
    change(fields: Partial<Draft>) {
      setTouched(true);
      if (fields.offerCode !== undefined) storedPromoCode.write(fields.offerCode || null);
      setDraft((before) => ({ ...before, ...fields }));
    },
    /** Removes what was stored, once it became an order. */
    forget() {
      setTouched(false);
      storedPromoCode.write(null);
      forgetChosenPoints();
      forgetChosenCharges();
      forgetGiftCard();
      clearOrderDraft();
    },
    /** Starts again, for another guest. */
    reset() {
      setTouched(false);
      setDraft(freshDraft(me));
    },
  };
}

/** The tip as pricing expects it; an amount that is too high is lowered, and a percentage that is not offered is none. */
export function tipChoice(
  { tip, customTip }: Pick<Draft, 'tip' | 'customTip'>,
  offered: readonly number[] = GUEST_TIP_PRESETS,
): TipChoice {
  if (tip === 'custom')
    return { kind: 'amount', amount: clampCustomTip(Number(customTip || '0'), largeOrderTotal(currency)) };
  const percent = offered.find((preset) => String(preset) === tip);
  return percent === undefined ? NO_TIP : { kind: 'percent', percent };
}
