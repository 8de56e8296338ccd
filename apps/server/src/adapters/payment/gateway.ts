import type { Rate } from '@tiffin/contract';
import type { Cents } from '@tiffin/domain/core';
import type { CardUsed, SessionStatus } from '@tiffin/domain/payment';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { ApiContext, App } from '../../platform/http/api-context.ts';
import type { Ids } from '../../ids.ts';
import type { Variables } from '../../read-variables.ts';

/** A card provider before it is connected. A new one is an object like this, and its line in `providers.ts`. */
export interface PaymentProvider {
  /** What `PAYMENTS` calls it, and what its payments, events and days are kept under. */
  readonly name: string;
  /** Reads its own variables of the environment; null while it is not set up, a ConfigError when it is half set up. */
  configure(env: Variables, isChosen: boolean): ConfiguredPayments | null;
}

export interface ConfiguredPayments {
  readonly name: string;
  /** Where its payment pages live: browsers may be sent there by a form of ours. */
  readonly pages: readonly string[];
  connect(parts: GatewayParts): Promise<PaymentGateway>;
}

export interface GatewayParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly publicUrl: string;
  /** Known to every copy of the server, and to nobody else. */
  readonly secret: string;
}

/** What somebody is to pay on the provider's own page. */
export interface SessionToOpen {
  /** Our session's id: the provider carries it along, and opens one page for it however often it is asked. */
  readonly reference: string;
  readonly amount: Cents;
  /** ISO 4217. */
  readonly currency: string;
  /** One line that says what is paid. */
  readonly description: string;
  readonly email: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

export interface OpenedSession {
  readonly providerSessionId: string;
  readonly paymentUrl: string;
}

/** How a session stands with the provider. Nothing else makes an order paid. */
export interface ProviderSession {
  readonly reference: string;
  readonly providerSessionId: string;
  readonly status: SessionStatus;
  /** What was captured; null until it was. */
  readonly amount: Cents | null;
  readonly paymentId: string | null;
  /** What of it the guest gave as a tip at the card reader. */
  readonly tip?: Cents;
  readonly card?: CardUsed | null;
  /** Of a payment at a reader that is open: which asking is meant, and why the reader asks no more; null while it does. */
  readonly asking?: { readonly asked: number; readonly said: string | null };
}

/** A card reader that shows its code at the counter. */
export interface ReaderToRegister {
  /** The same for the same reader, name and place: asked twice it is registered once. */
  readonly reference: string;
  readonly code: string;
  readonly name: string;
  /** Where it stands: the provider's own name of the place, or what it has to know of it. */
  readonly place:
    | { readonly providerPlaceId: string }
    | {
        readonly providerPlaceId: null;
        readonly name: string;
        readonly street: string;
        readonly city: string;
        /** Its two letters in Canada. */
        readonly province: string;
        readonly postalCode: string;
        /** ISO 3166. */
        readonly country: string;
      };
}

export interface RegisteredReader {
  readonly providerReaderId: string;
  readonly providerPlaceId: string;
  /** What kind of machine it is, as people read it. */
  readonly device: string;
  readonly serial: string;
}

/** A payment in the hands of a reader. */
export interface ReaderPayment {
  readonly providerSessionId: string;
  readonly providerReaderId: string;
  /** How often a reader was asked to take it, this time counted. */
  readonly asked: number;
}

export interface PaymentToPrepare extends Pick<SessionToOpen, 'reference' | 'amount' | 'currency' | 'description'> {
  /** For which asking; the one before came to nothing here. */
  readonly asked: number;
}

/** The provider's machines at the counter, which it tells what to ask for. */
export interface CardReaders {
  register(reader: ReaderToRegister): Promise<RegisteredReader>;
  /** It is the house's no more; one that is gone already is as good as removed. */
  remove(providerReaderId: string): Promise<void>;
  /** A payment for a reader, which nobody asks anything of yet: within one asking it is the same one every time. */
  prepare(payment: PaymentToPrepare): Promise<string>;
  /** The reader asks for the card, and for a tip where there is an amount to reckon it on. The same asking twice is one. */
  ask(payment: ReaderPayment & { readonly tipOn: Cents | null }): Promise<void>;
  read(payment: ReaderPayment): Promise<ProviderSession>;
  /** Nobody can pay any more, unless they already have, or the bank is being asked at this moment: the answer says so. */
  stop(payment: ReaderPayment): Promise<ProviderSession>;
}

export interface RefundToMake {
  /** Our refund's id: asked twice, it is made once. */
  readonly reference: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly reason: string;
  /** It was asked for before and the answer was lost: look for it first. */
  readonly again: boolean;
}

export interface ProviderRefund {
  /** Our refund's id; null when somebody gave it back at the provider itself. */
  readonly reference: string | null;
  readonly providerRefundId: string;
  /** Of which payment how much; null where the provider does not say. */
  readonly of: { readonly paymentId: string; readonly amount: Cents } | null;
  readonly status: 'requested' | 'succeeded' | 'failed';
  readonly reason: string | null;
}

/** A guest told the bank that a payment was not theirs, or not right. */
export interface ProviderDispute {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly reason: string;
  /** While the bank only asks, nothing is taken and the guest may be refunded; an open dispute has taken the money. */
  readonly status: 'asked' | 'open' | 'won' | 'lost';
  /** Until when the provider takes an answer. */
  readonly answerBy: Date | null;
}

export type GatewayEvent = { readonly id: string; readonly type: string } & (
  | { readonly about: 'session'; readonly session: ProviderSession }
  /** A reader has an answer: how the payment stands is read anew. */
  | { readonly about: 'reader'; readonly providerSessionId: string }
  | { readonly about: 'refund'; readonly refund: ProviderRefund }
  /** Something went back of this payment: its refunds are read anew. */
  | { readonly about: 'refunds-of'; readonly paymentId: string }
  | { readonly about: 'dispute'; readonly dispute: ProviderDispute }
  /** The card's bank suspects a payment before its owner has complained. */
  | { readonly about: 'fraud-warning'; readonly paymentId: string; readonly reason: string }
  | { readonly about: 'nothing-of-ours' }
);

export interface ProviderPayment {
  readonly paymentId: string;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly at: Date;
}

/** Somebody who takes card payments on a page of their own. */
export interface PaymentGateway {
  readonly name: string;
  /** As people read it. */
  readonly title: string;
  readonly movesMoney: boolean;
  /** For a client in the browser; null when there is none. */
  readonly publishableKey: string | null;
  /** Null where it has none. */
  readonly readers: CardReaders | null;
  openSession(session: SessionToOpen): Promise<OpenedSession>;
  readSession(providerSessionId: string): Promise<ProviderSession>;
  /** Nobody can pay there any more, unless they already have: then the answer says so. */
  closeSession(providerSessionId: string): Promise<ProviderSession>;
  refund(refund: RefundToMake): Promise<ProviderRefund>;
  readRefund(providerRefundId: string): Promise<ProviderRefund>;
  /** All that went back of a payment, whoever gave it. */
  refundsOf(paymentId: string): Promise<readonly ProviderRefund[]>;
  /** All that was given back from one instant to another. */
  refunds(from: Date, to: Date): AsyncIterable<ProviderRefund>;
  /** Is it really theirs, and of now? Throws `ForgedEvent` when it is not. */
  verify(raw: string, headers: Headers, now: Date): void;
  /** Reads what was verified. */
  readEvent(raw: string): GatewayEvent;
  /** What was captured from one instant to another. */
  payments(from: Date, to: Date): AsyncIterable<ProviderPayment>;
  /** Pages of its own, where it has them on our site; their forms are counted like all others. */
  mount?(app: App, count: (c: ApiContext, rate: Rate) => Promise<unknown>): void;
}

/** No answer, or one that says try again: nothing is known of what it did. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
}

/** It understood and said no: asking again changes nothing. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';
}

/** It has no such session: it was another account's, or one of keys for testing, or is forgotten. Nothing can be paid there. */
export class GatewayForgot extends GatewayRefused {
  override name = 'GatewayForgot';
}

export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}
