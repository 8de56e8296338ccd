import type { CallRateLimits } from '@tiffin/contract';
import type { Cents } from '@tiffin/domain/core';
import type { CardUsed, SessionStatus } from '@tiffin/domain/payment';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { ApiContext, App } from '../../platform/http/api-context.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Variables } from '../../platform/read-variables.ts';

/** A card provider before it is configured. To add one, create an object like this and list it in `providers.ts`. */
export interface PaymentProvider {
  /** The value of `PAYMENTS`. Also stored with its payments, events and daily reports. */
  readonly name: string;
  /** How the addresses of its payment pages begin, or how their paths do. They are hidden from programs. */
  readonly pagePrefix: string;
  /**
   * Reads the provider's environment variables. Null when it is not configured; throws ConfigError when only half of it
   * is.
   */
  configure(env: Variables, isChosen: boolean): ConfiguredPayments | null;
}

/** A provider with its settings, not connected yet. */
export interface ConfiguredPayments {
  readonly name: string;
  /** The origins of its payment pages, to which our forms may redirect. */
  readonly pages: readonly string[];
  connect(parts: GatewayParts): Promise<PaymentGateway>;
}

export interface GatewayParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly publicUrl: string;
  /** Shared by all copies of the server and known only to them. */
  readonly secret: string;
}

/** What the provider stores with a payment, in case our database loses the session. */
export interface PaymentNotes {
  readonly locationId: string;
  /** The order whose bill it pays. Null when it creates its order. */
  readonly orderId: string | null;
  /** The part of the amount that is a tip on top of the bill. */
  readonly tip: Cents;
}

/** A payment to make on the provider's page. */
export interface SessionToOpen {
  /** The page keeps a card and charges nothing. The amount is the fee that it may be charged later. */
  readonly keepsCard?: boolean | undefined;
  /** The id of our session. The provider stores it and opens only one page for it, even for repeated requests. */
  readonly reference: string;
  readonly amount: Cents;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly description: string;
  readonly email: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
  readonly notes: PaymentNotes;
}

export interface OpenedSession {
  readonly providerSessionId: string;
  readonly paymentUrl: string;
}

/** The state of a session at the provider. The only evidence that makes an order paid. */
export interface ProviderSession {
  readonly reference: string;
  readonly providerSessionId: string;
  readonly status: SessionStatus;
  /** The captured amount. Null before the capture. */
  readonly amount: Cents | null;
  readonly paymentId: string | null;
  /** The part of the amount that is a tip from the card reader. */
  readonly tip?: Cents;
  readonly card?: CardUsed | null;
  /**
   * For an open payment at a reader: the attempt, and why the reader stopped asking for the card. The message is null
   * while it asks.
   */
  readonly readerPrompt?: { readonly attempt: number; readonly message: string | null };
}

export interface ReaderToRegister {
  /** Identifies reader, name and location, so that a repeated request registers it once. */
  readonly reference: string;
  readonly code: string;
  readonly name: string;
  /** The provider's id of the location, or the address with which to create it. */
  readonly place:
    | { readonly providerPlaceId: string }
    | {
        readonly providerPlaceId: null;
        readonly name: string;
        readonly street: string;
        readonly city: string;
        /** Two letters in Canada. */
        readonly province: string;
        readonly postalCode: string;
        /** ISO 3166 code. */
        readonly country: string;
      };
}

export interface RegisteredReader {
  readonly providerReaderId: string;
  readonly providerPlaceId: string;
  /** The model, for people. */
  readonly device: string;
  readonly serial: string;
}

export interface ReaderPayment {
  readonly providerSessionId: string;
  readonly providerReaderId: string;
  /** The number of this attempt, counted from 1. */
  readonly attempt: number;
}

/** A payment to make at a card reader. */
export interface PaymentToPrepare extends Pick<
  SessionToOpen,
  'reference' | 'amount' | 'currency' | 'description' | 'notes'
> {
  /** The number of the attempt; earlier attempts failed. */
  readonly attempt: number;
}

/** The provider's card readers, controlled from the server. */
export interface CardReaders {
  register(reader: ReaderToRegister): Promise<RegisteredReader>;
  /** Removes the reader from the account. Succeeds if it is already gone. */
  remove(providerReaderId: string): Promise<void>;
  /** Creates a payment for a reader without starting it. Returns the same payment when repeated for one attempt. */
  prepare(payment: PaymentToPrepare): Promise<string>;
  /** Makes the reader ask for the card, and for a tip if `tipOn` is set. Repeating an attempt has no effect. */
  ask(payment: ReaderPayment & { readonly tipOn: Cents | null }): Promise<void>;
  read(payment: ReaderPayment): Promise<ProviderSession>;
  /** Cancels the payment, unless it is paid or the bank is being contacted. The result shows which. */
  stop(payment: ReaderPayment): Promise<ProviderSession>;
}

/** A charge of a card that a guest left for it (`keepsCard`). */
export interface CardToCharge extends Pick<
  SessionToOpen,
  'reference' | 'amount' | 'currency' | 'description' | 'notes'
> {
  /** The `paymentId` of the session that kept the card. */
  readonly card: string;
}

export interface RefundToMake {
  /** The id of our refund, so that a repeated request refunds once. */
  readonly reference: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly reason: string;
  /** True when an earlier request got no response: search for its refund first. */
  readonly again: boolean;
}

export interface ProviderRefund {
  /** The id of our refund. Null when it was made at the provider. */
  readonly reference: string | null;
  readonly providerRefundId: string;
  /** The payment and the amount. Null when the provider does not report them. */
  readonly of: { readonly paymentId: string; readonly amount: Cents } | null;
  readonly status: 'requested' | 'succeeded' | 'failed';
  readonly reason: string | null;
}

/** A guest disputes a payment with their bank. */
export interface ProviderDispute {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly reason: string;
  /**
   * `asked`: the bank inquires, no money has moved and the guest may be refunded. `open`: the bank has taken the money.
   */
  readonly status: 'asked' | 'open' | 'won' | 'lost';
  /** The deadline for evidence. */
  readonly answerBy: Date | null;
}

/** An event of the provider, as far as it matters to us. */
export type GatewayEvent = { readonly id: string; readonly type: string } & (
  | { readonly about: 'session'; readonly session: ProviderSession }
  /** A reader finished; read the payment's current state. */
  | { readonly about: 'reader'; readonly providerSessionId: string }
  | { readonly about: 'refund'; readonly refund: ProviderRefund }
  /** A refund of this payment changed; read its refunds. */
  | { readonly about: 'refunds-of'; readonly paymentId: string }
  | { readonly about: 'dispute'; readonly dispute: ProviderDispute }
  /** The card's bank suspects fraud before the card holder complains. */
  | { readonly about: 'fraud-warning'; readonly paymentId: string; readonly reason: string }
  | { readonly about: 'nothing-of-ours' }
);

/** The events of a provider that runs inside this process. */
export interface OwnEvents {
  /** Delivers due events, and returns their number. */
  deliver(post: PostEvent): Promise<number>;
  /** `onEvent` is called when an event was queued. */
  readonly queue: { onEvent: () => void };
}

/** Sends an event to our webhook and returns the status of the response. */
export type PostEvent = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>;

export interface ProviderPayment {
  readonly paymentId: string;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly at: Date;
  /** The id of our session. */
  readonly reference: string;
  /** Null for payments of versions that stored none. */
  readonly notes: PaymentNotes | null;
  /** As the guest entered them at the provider; empty when unknown. */
  readonly guest: { readonly name: string; readonly email: string };
}

/** A configured card provider with its own payment page. */
export interface PaymentGateway {
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  readonly movesMoney: boolean;
  /** The key for browser code. Null when there is none. */
  readonly publishableKey: string | null;
  /** Null when the provider has none. */
  readonly readers: CardReaders | null;
  openSession(session: SessionToOpen): Promise<OpenedSession>;
  readSession(providerSessionId: string): Promise<ProviderSession>;
  /** Closes the page, unless it is already paid. The result shows which. */
  closeSession(providerSessionId: string): Promise<ProviderSession>;
  /** Charges a kept card once for each reference. Throws `GatewayRefused` if the card is declined. */
  chargeCard(charge: CardToCharge): Promise<ProviderSession>;
  /** Forgets a kept card, so that it cannot be charged any more. Succeeds if it is forgotten already. */
  letCardGo(card: string): Promise<void>;
  refund(refund: RefundToMake): Promise<ProviderRefund>;
  readRefund(providerRefundId: string): Promise<ProviderRefund>;
  /** All refunds of a payment, including those made at the provider. */
  refundsOf(paymentId: string): Promise<readonly ProviderRefund[]>;
  refunds(from: Date, to: Date): AsyncIterable<ProviderRefund>;
  /** All disputes that were opened in a period, with their present status. */
  disputes(from: Date, to: Date): AsyncIterable<ProviderDispute>;
  /** Checks that an event is authentic and recent. Throws `ForgedEvent` otherwise. */
  verify(raw: string, headers: Headers, now: Date): void;
  readEvent(raw: string): GatewayEvent;
  /** All captured payments in a period. */
  payments(from: Date, to: Date): AsyncIterable<ProviderPayment>;
  /** A captured payment. Null when it is not ours. */
  findPayment(paymentId: string): Promise<ProviderPayment | null>;
  /** The session in which a payment was made. Null when the provider no longer has it. */
  findSessionOfPayment(paymentId: string): Promise<ProviderSession | null>;
  readonly ownEvents?: OwnEvents;
  /** Adds the provider's own pages to our site, if it has any. Their forms are rate limited. */
  mount?(app: App, count: (c: ApiContext, rate: CallRateLimits) => Promise<unknown>): void;
}

/** No response, or a temporary error. The request may or may not have taken effect. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
}

/** The provider refused the request. Repeating it will not help. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';
}

/**
 * The provider does not know the session: it belongs to another account or to test keys, or was deleted. It cannot be
 * paid.
 */
export class GatewaySessionUnknown extends GatewayRefused {
  override name = 'GatewayForgot';
}

/** An event that is not signed by the provider, too old or not an event at all. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}
