import { useEffect, useState } from 'react';
import { parseJsonFields, asText } from '@tiffin/domain/core';
import { largeOrderTotal } from '@tiffin/domain/restaurant';
import { NO_NOTES, storedNotes, type GuestNotes } from '@tiffin/domain/order';
import { GUEST_PAYMENT_METHODS, type GuestPaymentMethod } from '@tiffin/domain/payment';
import { clampCustomTip, GUEST_TIP_PRESETS, NO_TIP, type TipChoice } from '@tiffin/domain/pricing';
import { currency } from '../../ui/format.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { clearOrderDraft } from '../../shared/cart/ordered.ts';
import { storedText, storedTextInTab } from '../../shared/offline/text-storage.ts';
import { readDeliveryCode } from '../../shared/order/delivery-place.ts';
import { rememberedGuest } from '../../shared/session/remembered-guest.ts';
import { CHECKOUT_DRAFT } from '../../shared/offline/clear-stored-data.ts';

const TIPS = ['none', ...GUEST_TIP_PRESETS.map(String), 'custom'] as const;

/** The checkout form as the guest typed it. */
export interface Draft extends GuestNotes {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly deliveryInstructions: string;
  /** 'yes': leave it at the door. */
  readonly leaveAtDoor: string;
  readonly postalCode: string;
  /** 'yes': bring it out to the car. */
  readonly curbside: string;
  readonly vehicle: string;
  readonly tableNumber: string;
  /** 'yes': seat the guests when they come. */
  readonly seatUs: string;
  readonly partySize: string;
  /** '' until the guest makes a choice. */
  readonly tip: string;
  readonly customTip: string;
  readonly payment: GuestPaymentMethod | '';
  /** The typed code of an offer. */
  readonly offerCode: string;
}

/**
 * A customer's draft is stored on the device. A guest's is stored in the tab, because others may use the device next.
 */
const storageOf = (me: Me) => (me ? storedText(CHECKOUT_DRAFT) : storedTextInTab(CHECKOUT_DRAFT));

function freshDraft(me: Me): Draft {
  const guest = me ? null : rememberedGuest();
  return {
    name: me?.displayName ?? guest?.name ?? '',
    email: me?.email ?? guest?.email ?? '',
    phone: me?.phoneNumber ?? guest?.phone ?? '',
    address: guest?.address ?? '',
    deliveryInstructions: guest?.deliveryInstructions ?? '',
    leaveAtDoor: '',
    // As typed on the menu.
    postalCode: readDeliveryCode() || (guest?.postalCode ?? ''),
    curbside: '',
    vehicle: '',
    tableNumber: '',
    seatUs: '',
    partySize: '1',
    tip: '',
    customTip: '',
    payment: GUEST_PAYMENT_METHODS.find((method) => method === guest?.payment) ?? '',
    offerCode: '',
    ...NO_NOTES,
  };
}

const uidOf = (me: Me): string | null => me?.uid ?? null;

/** Reads the draft after a reload, a failed payment or a new sign-in, only if it belongs to this person. */
function readDraft(me: Me): Draft {
  const fresh = freshDraft(me);
  const saved = parseJsonFields(storageOf(me).read());
  if (saved['uid'] !== uidOf(me)) return fresh;
  const or = (name: keyof Draft): string => (typeof saved[name] === 'string' ? asText(saved[name]) : fresh[name]);
  return {
    name: or('name'),
    email: or('email'),
    phone: or('phone'),
    address: or('address'),
    deliveryInstructions: or('deliveryInstructions'),
    leaveAtDoor: or('leaveAtDoor'),
    postalCode: or('postalCode') || fresh.postalCode,
    curbside: or('curbside'),
    vehicle: or('vehicle'),
    tableNumber: or('tableNumber'),
    seatUs: or('seatUs'),
    partySize: or('partySize'),
    tip: TIPS.find((tip) => tip === saved['tip']) ?? '',
    customTip: or('customTip'),
    payment: GUEST_PAYMENT_METHODS.find((method) => method === saved['payment']) ?? '',
    offerCode: or('offerCode'),
    ...storedNotes(saved),
  };
}

/** The form's values, saved on every change. */
export function useDraft(me: Me): {
  draft: Draft;
  change: (fields: Partial<Draft>) => void;
  forget: () => void;
  /** Starts again, for another guest. */
  reset: () => void;
} {
  const [draft, setDraft] = useState(() => readDraft(me));
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) storageOf(me).write(JSON.stringify({ uid: uidOf(me), ...draft }));
  }, [draft, me, touched]);
  return {
    draft,
    change(fields) {
      setTouched(true);
      setDraft((before) => ({ ...before, ...fields }));
    },
    forget() {
      setTouched(false);
      clearOrderDraft();
    },
    reset() {
      setTouched(false);
      setDraft(freshDraft(me));
    },
  };
}

export function tipChoice({ tip, customTip }: Pick<Draft, 'tip' | 'customTip'>): TipChoice {
  if (tip === 'custom')
    return { kind: 'amount', amount: clampCustomTip(Number(customTip || '0'), largeOrderTotal(currency)) };
  const percent = GUEST_TIP_PRESETS.find((preset) => String(preset) === tip);
  return percent === undefined ? NO_TIP : { kind: 'percent', percent };
}
