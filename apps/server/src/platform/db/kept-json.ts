import type { OrderRequest } from '@tiffin/contract/order-request';
import type { Cents, Language } from '@tiffin/domain/core';
import type { DeliveryState, Destination, ZoneTerms } from '@tiffin/domain/delivery';
import type { DishGroup, OptionLine } from '@tiffin/domain/options';
import type { ChangedFact, PromiseBasis, LineChange, OrderItem, Pace, LineTranslation } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import type { Adjustment, Charge, StaffDiscount, Price, PricedLine, PriceFigures } from '@tiffin/domain/pricing';

/** Whole values that a column keeps as JSON. They outlive the code that wrote them: what is new in one may be left out. */

/** A line as the menu prices it. */
export type PricedItem = OrderItem &
  PricedLine & {
    readonly unitList?: Cents;
    /** Of a dish with choices. */
    readonly choices?: readonly OptionLine[] | undefined;
    /** Its names as its guest reads them, where these are not the house's. */
    readonly said?: LineTranslation | undefined;
  };

/** A price as it was reckoned; by a copy from before, its sums in one word. */
export type StoredPrice = PriceFigures & Partial<Price>;

/** What is asked of a price and of how it is paid. All else of a request is the order, and is kept with its payment. */
export type RequestOnlyField =
  | 'items'
  | 'location'
  | 'paymentMethod'
  | 'tip'
  | 'pricing'
  | 'cartId'
  | 'welcomeCode'
  | 'contactCode'
  | 'given'
  | 'sellAnyway';

/**
 * The whole order as it was priced when somebody went to pay it. Whatever cart, menu and prices do
 * afterwards: this is what is charged, and this is what is cooked.
 */
export interface SessionSnapshot {
  readonly request: Pick<OrderRequest, 'customer' | 'orderType' | 'table'> & {
    readonly delivery: RequestedDelivery | null;
    readonly wantedFor?: string | Date | null;
  } & Partial<Omit<OrderRequest, 'customer' | 'orderType' | 'table' | 'delivery' | 'wantedFor' | RequestOnlyField>>;
  readonly items: readonly PricedItem[];
  readonly price: StoredPrice;
  /** What discounts took off it. */
  readonly adjustments?: readonly Adjustment[];
  /** What the house adds. */
  readonly charges?: readonly Charge[];
  /** What the house gave at the till, of a line by its place, and whose right that took. */
  readonly given?: readonly StaffDiscount[];
  readonly approvedBy?: { readonly userId: string; readonly name: string } | null;
  /** What the till sold although too little was left, for the audit log. */
  readonly soldAnyway?: readonly string[];
  /** The guest's account, when there is one. */
  readonly userId: string | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Where the page holds a place in the kitchen: for when, and why then. */
  readonly promised?: { readonly readyAt: string; readonly grounds: PromiseBasis };
  readonly adminCreated: boolean;
  readonly actor: Actor;
  /** What its guest is written to in; absent: the house's own. */
  readonly language?: Language;
}

/** Where it goes; with the zone it was priced by, where there are zones. */
export type RequestedDelivery = Pick<
  NonNullable<OrderRequest['delivery']>,
  'address' | 'instructions' | 'leaveAtDoor'
> &
  Partial<Destination> & { readonly zone?: ZoneTerms };

/** What an order keeps of bringing it: whatever its place's zones do afterwards, these are its terms. */
export interface StoredDelivery extends Destination {
  readonly zone: ZoneTerms;
}

/** Who brings an order, and how far they are. */
export interface StoredCourier {
  readonly state: DeliveryState;
  /** Null once their account is gone. */
  readonly driverId: string | null;
  readonly driver: string;
  readonly at: string;
  /** The order's version that this step made. */
  readonly version: number;
  /** Its steps so far, this one too, as its guest hears of them; absent of one from before. */
  readonly steps?: readonly { readonly state: DeliveryState; readonly at: string }[];
}

/** What holds orders back at a place, and whose word it is. */
export interface StoredPace extends Pace {
  readonly from: string;
  readonly reason: string;
  /** Null is a key. */
  readonly by: string | null;
}

/** One change of an order that is placed. */
export interface StoredChange {
  readonly at: string;
  /** A name, or what kind of actor it was. */
  readonly by: string;
  readonly lines: readonly LineChange[];
  readonly facts: readonly ChangedFact[];
  /** The order's total before and after it. */
  readonly was: Cents;
  readonly now: Cents;
  /** Where its time moved: the one before and the one after. */
  readonly ready?: { readonly was: string; readonly now: string };
  /** Why, as its guest reads it. */
  readonly why?: string;
}

/** The restaurant as a mail shows it: every value is a setting. */
export interface MailBrand {
  readonly name: string;
  /** Where the site lives, without a slash at the end. */
  readonly url: string;
  readonly phone: string;
  readonly email: string;
  readonly postalAddress: string;
  /** Its colours; null, or absent from a mail of before: ours. */
  readonly colour?: string | null;
  readonly accent?: string | null;
  /** What its amounts are in; absent from a mail of before houses could choose. */
  readonly currency?: string;
}

/** One dish, or one sum beneath the dishes. */
export interface BillLine {
  readonly text: string;
  readonly note: string | null;
  readonly amount: Cents;
}

/**
 * What a mail is made of. Templates only choose blocks and words: the two renderers alone know HTML
 * and plain text, so every value is escaped in one place and both versions say the same.
 */
export type Block =
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
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  | { readonly kind: 'small'; readonly text: string };

export interface MailDraft {
  readonly subject: string;
  /** What an inbox shows beside the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Why this mail came, and how to get no more of its kind. */
  readonly reason: string;
  readonly unsubscribeUrl: string | null;
}

/** All that a mail says and in whose name: what it looks like is made of it when it leaves. */
export interface MailContent {
  readonly brand: MailBrand;
  readonly draft: MailDraft;
  /** What its words are in, and its amounts will be; absent where that is English. */
  readonly language?: Language;
}

/** A dish's text in a further language, and what it was made from. */
export interface ImportedText {
  readonly id: string;
  readonly field: string;
  readonly language: string;
  readonly text: string;
  readonly of: string;
}

/** What an import did to one menu. */
export interface ImportedPlace {
  readonly locationId: string;
  /** The ids of its new dishes. */
  readonly added: readonly string[];
  readonly changed: readonly {
    readonly id: string;
    /** The version it had afterwards: another says that somebody changed it since. */
    readonly version: number;
    /** What it had been, in what was changed of it. */
    readonly columns: Readonly<Record<string, unknown>>;
    readonly groups?: readonly DishGroup[] | undefined;
  }[];
  /** What it wrote in further languages, and what was there before; absent: nothing. */
  readonly texts?:
    | {
        readonly written: readonly Pick<ImportedText, 'id' | 'field' | 'language'>[];
        readonly before: readonly ImportedText[];
      }
    | undefined;
}

/** What puts menus back as they were before an import. */
export interface MenuImportUndo {
  /** Those that came with it. */
  readonly categories: readonly string[];
  readonly groups: readonly string[];
  readonly places: readonly ImportedPlace[];
}
