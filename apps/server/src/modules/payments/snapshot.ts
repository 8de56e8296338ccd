import type { Actor } from '@tiffin/domain/people';
import type { OrderFacts } from '../orders/new-order.ts';

/**
 * The whole order as it was priced when somebody went to pay it. Whatever cart, menu and prices do
 * afterwards: this is what is charged, and this is what is cooked.
 */
export interface SessionSnapshot extends Pick<OrderFacts, 'request' | 'items' | 'price' | 'userId' | 'metadata'> {
  readonly adminCreated: boolean;
  readonly actor: Actor;
}
