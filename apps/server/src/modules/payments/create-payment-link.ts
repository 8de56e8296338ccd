import type { OrderRequest } from '@tiffin/contract/order-request';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From, OnceWith } from '../../http/implement.ts';
import { gatewayOf } from './gateway-of.ts';
import { openAtProvider, requestToKeep, writeSession } from './open-session.ts';
import { priceAtTill, requireSomethingToPay, soldAnyway, type TillDraft } from '../orders/price-at-till.ts';
import { knownGuest } from '../orders/queries.ts';
import { linkAnswer } from './sessions.ts';
import type { SessionSnapshot } from '../../db/kept-json.ts';
import { textLink } from './text-link.ts';

/** An order the till asks for. */
export interface AskedAtTill {
  readonly actor: Actor;
  /** Read before anything is done, once: a manager's word may be in it. */
  readonly from: () => Promise<From>;
  readonly onceWith: OnceWith;
  readonly request: OrderRequest;
}

/** The till takes a card order: a link to pay it, and the order appears when it is paid. */
export async function createPaymentLink(context: Context, asked: AskedAtTill & { readonly sendSms: boolean }) {
  const { actor, from, onceWith, request, sendSms } = asked;
  gatewayOf(context);
  const price = async () => {
    const priced = await priceAtTill(context, { actor, from: await from() }, request);
    requireSomethingToPay(priced);
    return priced;
  };
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
  { request, items, price, adjustments, charges, given, approvedBy }: TillDraft,
  actor: Actor,
): Promise<SessionSnapshot> {
  return {
    request: requestToKeep(request),
    items,
    price,
    ...(adjustments.length > 0 && { adjustments }),
    ...(charges.length > 0 && { charges }),
    ...(given.length > 0 && { given, approvedBy }),
    ...soldAnyway(request.sellAnyway, items),
    userId: await knownGuest(tx, request.customer.userId),
    adminCreated: true,
    actor,
  };
}
