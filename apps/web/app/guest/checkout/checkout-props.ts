import type { Cart } from '@tiffin/domain/cart';
import type { Me } from '../../shared/api/server-context.ts';
import type { Location } from '../../shared/site/site.ts';
import type { PaymentSession, PlacedOrder } from './place-order.ts';
import type { Answer } from '../../shared/api/api.ts';

export interface CheckoutPageProps {
  /** Null for a guest without an account. */
  me: Me;
  location: Location;
  /** True if card payments are available. */
  cards: boolean;
  /** The offer of the customer's welcome mail, or why it does not apply. */
  welcomeOffer: Answer<'getWelcomeOffer'>;
  onPlaced: (order: PlacedOrder) => void;
  /** The cart was ordered already, in another tab or by a payment. */
  onOrdered: (order: { readonly orderId: string; readonly at: string }) => void;
  /** The guest goes to the payment page. The cart stays until the payment arrives. */
  onPay: (
    session: PaymentSession,
    customer: { readonly name: string; readonly email: string },
    paid: { readonly cartId: string; readonly cart: Cart },
  ) => void;
  /** The session ended while the guest was typing. */
  onSignedOut: () => void;
}
