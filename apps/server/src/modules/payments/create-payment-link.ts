import type { OrderRequest } from '@tiffin/contract/order-request';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { OnceWith } from '../../http/implement.ts';
import { gatewayOf } from './gateway-of.ts';
import { openAtProvider, requestToKeep, writeSession } from './open-session.ts';
import { type OrderDraft, priceTillOrder } from '../orders/draft-order.ts';
import { knownGuest } from '../orders/queries.ts';
import { linkAnswer } from './sessions.ts';
import type { SessionSnapshot } from '../../db/kept-json.ts';
import { textLink } from './text-link.ts';

/** The till takes a card order: a link to pay it, and the order appears when it is paid. */
export async function createPaymentLink(
  context: Context,
  asked: {
    readonly actor: Actor;
    readonly onceWith: OnceWith;
    readonly request: OrderRequest;
    readonly sendSms: boolean;
  },
) {
  const { actor, onceWith, request, sendSms } = asked;
  gatewayOf(context);
  const price = () => priceTillOrder(context, actor, request);
  const { sessionId } = await onceWith(price, async (tx, priced) => {
    const { id } = await writeSession(context, tx, {
      kind: 'till-link',
      locationId: priced.menu.location.id,
      snapshot: await tillSnapshot(tx, priced, actor),
      createdBy: userIdOf(actor),
    });
    return { sessionId: id };
  });
  const session = await openAtProvider(context, sessionId);
  return { ...linkAnswer(session), sms: sendSms ? await textLink(context, session) : null };
}

/** At the till the guest's account comes with the order, when their phone was found. */
export async function tillSnapshot(
  tx: Tx,
  { request, items, price }: OrderDraft,
  actor: Actor,
): Promise<SessionSnapshot> {
  return {
    request: requestToKeep(request),
    items,
    price,
    userId: await knownGuest(tx, request.customer.userId),
    adminCreated: true,
    actor,
  };
}
