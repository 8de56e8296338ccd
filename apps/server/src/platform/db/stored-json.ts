import type { OrderRequest } from '@tiffin/contract/order/order-request';
import type { Cents, DateText, Language } from '@tiffin/domain/core';
import type { AllergenId, LineHeat } from '@tiffin/domain/menu';
import type { DeliveryState, Destination, ZoneTerms } from '@tiffin/domain/delivery';
import type { DishGroup } from '@tiffin/domain/options';
import type {
  ChangedField,
  PromiseBasis,
  LineChange,
  OrderItem,
  PromotionEffect,
  PacingPeriod,
  LineTranslation,
} from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import type { TableCall } from '@tiffin/domain/tabs';
import type {
  Adjustment,
  Charge,
  StaffDiscount,
  Price,
  PricedLine,
  PriceFigures,
  QuotedLine,
} from '@tiffin/domain/pricing';

/** Types of JSON columns. Stored values outlive the code that wrote them, so new properties are optional. */

/** A requested dish with the price and the texts of the menu. */
export type PricedItem = Omit<QuotedLine<OrderItem>, 'heat'> &
  Pick<PricedLine, 'off' | 'unitList'> &
  LineHeat & {
    readonly description: string;
    /** Names in the guest's language, if it is not the restaurant's first language. */
    readonly said?: LineTranslation | undefined;
    /** The allergens with the chosen options; null if they are not known. Absent in older sessions. */
    readonly allergens?: readonly AllergenId[] | null;
    /** What it contains for certain when `allergens` is null. */
    readonly containedAllergens?: readonly AllergenId[];
  };

/** A computed price; from earlier versions only its sums. */
export type StoredPrice = PriceFigures & Partial<Price>;

/** Request fields about price and payment. All other fields belong to the order and are stored with its payment. */
export type RequestOnlyField =
  | 'items'
  | 'location'
  | 'paymentMethod'
  | 'tip'
  | 'pricing'
  | 'cartId'
  | 'welcomeCode'
  | 'promoCode'
  | 'points'
  | 'giftCardCode'
  | 'contactCode'
  | 'shownReadyBy'
  | 'given'
  | 'sellAnyway';

/**
 * The whole priced order at the time of payment. It is what is charged and cooked, whatever happens to cart, menu and
 * prices later.
 */
export interface SessionSnapshot {
  readonly request: Pick<OrderRequest, 'customer' | 'orderType' | 'table'> & {
    readonly delivery: RequestedDelivery | null;
    readonly wantedFor?: string | Date | null;
  } & Partial<Omit<OrderRequest, 'customer' | 'orderType' | 'table' | 'delivery' | 'wantedFor' | RequestOnlyField>>;
  readonly items: readonly PricedItem[];
  readonly price: StoredPrice;
  readonly adjustments?: readonly Adjustment[];
  readonly charges?: readonly Charge[];
  readonly promotion?: UsedPromotion;
  readonly points?: SpentPoints;
  /** What a gift card pays of the order. The payment page holds this amount of the card. */
  readonly giftPayment?: GiftPayment;
  /** The gift card that is bought, instead of an order. */
  readonly giftCard?: GiftCardOrder;
  /** The booking whose deposit is paid, instead of an order. */
  readonly deposit?: {
    readonly reservationId: string;
    readonly number: string;
    /** The kept card that is charged with a fee, instead of a page that is paid. */
    readonly card?: string | undefined;
  };
  /** The table whose guest pays by phone. */
  readonly table?: { readonly tableId: string; readonly sittingId: string };
  /** Discounts given at the till, by line, with the approver. */
  readonly given?: readonly StaffDiscount[];
  readonly approvedBy?: { readonly userId: string; readonly name: string } | null;
  /** Dishes sold at the till although stock was too low, for the audit log. */
  readonly soldAnyway?: readonly string[];
  readonly userId: string | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The kitchen slot that the payment page reserves, and why. */
  readonly promised?: { readonly readyAt: string; readonly grounds: PromiseBasis };
  readonly adminCreated: boolean;
  readonly actor: Actor;
  /** The guest's language; absent: the restaurant's first language. */
  readonly language?: Language;
}

/** For what the guests of a party call a waiter. */
export interface StoredCall {
  readonly id: string;
  readonly about: TableCall;
  readonly at: string;
}

/** A round from a phone that staff have not accepted, and its dishes as the menu priced them. */
export interface WaitingRound {
  readonly items: readonly OrderItem[];
  readonly allergyNote: string;
  readonly specialInstructions: string;
  readonly shown: readonly { readonly name: string; readonly quantity: number; readonly total: Cents }[];
}

/** Points that an account spends on an order, and what they take off. */
export interface SpentPoints {
  readonly userId: string;
  readonly points: number;
  readonly worth: Cents;
}

/** What a gift card pays of an order. */
export interface GiftPayment {
  readonly card: { readonly id: string; readonly last4: string };
  readonly amount: Cents;
}

/** A gift card that is bought: to whom it is mailed, and with which words. */
export interface GiftCardOrder {
  readonly email: string;
  /** Where the receipt is mailed; empty or absent: nowhere. */
  readonly buyerEmail?: string;
  readonly name: string;
  readonly from: string;
  readonly message: string;
}

/** The terms on which a promotion was used, to recalculate it. It was about these dishes; null: about all. */
export interface PromotionTerms {
  readonly effect: PromotionEffect;
  readonly dishes: readonly string[] | null;
}

/** A use of a promotion. `person` and `nth` (their first or second use) are null without a limit for each person. */
export interface UsedPromotion {
  readonly id: string;
  readonly person: string | null;
  readonly nth: number | null;
  readonly amount: Cents;
  readonly terms: PromotionTerms;
}

/** The destination, with the zone that priced it. */
export type RequestedDelivery = Pick<
  NonNullable<OrderRequest['delivery']>,
  'address' | 'instructions' | 'leaveAtDoor'
> &
  Partial<Destination> & { readonly zone?: ZoneTerms };

/** The delivery terms of an order, unaffected by later changes of the zones. */
export interface StoredDelivery extends Destination {
  readonly zone: ZoneTerms;
}

/** Who brings a delivery, and how far they are. */
export interface StoredCourier {
  readonly state: DeliveryState;
  /** Null after the driver's account was deleted. */
  readonly driverId: string | null;
  readonly driver: string;
  readonly at: string;
  readonly version: number;
  /** All steps so far, as the guest reads them; absent in older rows. */
  readonly steps?: readonly { readonly state: DeliveryState; readonly at: string }[];
}

/** A period in which a location takes no orders or needs longer. */
export interface StoredPace extends PacingPeriod {
  readonly from: string;
  readonly reason: string;
  /** Null: set with an API key. */
  readonly by: string | null;
}

/** An edit of a placed order. */
export interface StoredChange {
  readonly at: string;
  /** A name or a kind of actor. */
  readonly by: string;
  readonly lines: readonly LineChange[];
  readonly facts: readonly ChangedField[];
  /** The order's total before and after. */
  readonly was: Cents;
  readonly now: Cents;
  /** The end of the promised window before and after, if it changed, and its start. Older changes have no start. */
  readonly ready?: {
    readonly was: string;
    readonly now: string;
    readonly wasFrom?: string;
    readonly nowFrom?: string;
  };
  /** The reason the guest reads. */
  readonly why?: string;
  /** The order version that this change created; absent in older changes. */
  readonly version?: number;
}

/** The restaurant as shown in mails; every value is a setting. */
export interface MailBrand {
  readonly name: string;
  /** The site's address without a trailing slash. */
  readonly url: string;
  readonly phone: string;
  readonly email: string;
  readonly postalAddress: string;
  /** The restaurant's colours; null or absent: our defaults. */
  readonly colour?: string | null;
  readonly accent?: string | null;
  /** The currency; absent in older mails. */
  readonly currency?: string;
}

/** One dish, or one sum below the dishes. */
export interface BillLine {
  readonly text: string;
  readonly note: string | null;
  readonly amount: Cents;
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/**
 * The blocks of a mail. Templates choose blocks and texts; only the two renderers know HTML and plain text, so every
 * value is escaped in one place.
 */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figure'; readonly label: string; readonly value: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | {
      readonly kind: 'bill';
      readonly title: string;
      readonly badge: string;
      readonly dishes: readonly BillLine[];
      readonly sums: readonly BillLine[];
      readonly total: BillLine;
      readonly below: readonly BillLine[];
    }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** `text` lists the links for plain text, and for servers from before this block. */
  | { readonly kind: 'links'; readonly text: string; readonly links: readonly MailLink[] }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  | { readonly kind: 'small'; readonly text: string };

export interface ComposedMail {
  readonly subject: string;
  /** The preview text in the inbox. */
  readonly preheader: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
  /** Why the recipient got this mail, and how to unsubscribe. */
  readonly reason: string;
  readonly unsubscribeUrl: string | null;
}

/** The content of a mail; it is rendered when it is sent. */
export interface MailContent {
  readonly brand: MailBrand;
  readonly draft: ComposedMail;
  /** The language of texts and amounts; absent: English. */
  readonly language?: Language;
  /** An event for the recipient's calendar, without secrets. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly file: string };
}

/** A translation; `of` is the text that was translated. */
export interface ImportedText {
  readonly id: string;
  readonly field: string;
  readonly language: string;
  readonly text: string;
  readonly of: string;
}

/** What an import changed at a location, to undo it. */
export interface ImportedLocation {
  readonly locationId: string;
  /** Ids of new dishes. */
  readonly added: readonly string[];
  readonly changed: readonly {
    readonly id: string;
    /** The version after the import; another version means that someone changed the dish since. */
    readonly version: number;
    readonly columns: Readonly<Record<string, unknown>>;
    readonly groups?: readonly DishGroup[] | undefined;
  }[];
  /** The day of its costs, and what had been set for that day before. */
  readonly costs?:
    | {
        readonly validFrom: DateText;
        readonly before: readonly { readonly itemId: string; readonly cost: Cents | null }[];
      }
    | undefined;
  /** Translations before the import. */
  readonly texts?:
    | {
        readonly written: readonly Pick<ImportedText, 'id' | 'field' | 'language'>[];
        readonly before: readonly ImportedText[];
      }
    | undefined;
}

export interface MenuImportUndo {
  /** Categories that the import created. */
  readonly categories: readonly string[];
  /** Option groups that the import created. */
  readonly groups?: readonly string[] | undefined;
  readonly places: readonly ImportedLocation[];
}
