import { GatewayRefused, type ReaderPayment, type SessionSeen } from '../../adapters/payment/gateway.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { gatewayFor } from './gateway-of.ts';
import type { SessionRow } from './sessions.ts';

/** What the provider has to know to find a session again. */
export type AtProvider = Pick<SessionRow, 'provider' | 'reader_id' | 'reader_asked'> & {
  readonly provider_session_id: string;
};

/** How a session stands with the provider: its page, or the payment in a reader's hands. */
export async function readAtProvider(context: Context, session: AtProvider): Promise<SessionSeen> {
  const gateway = gatewayFor(context, session.provider);
  if (session.reader_id === null) return gateway.readSession(session.provider_session_id);
  return readersAt(gateway).read(await inHand(context.db, session, session.reader_id));
}

/** Nobody is to pay it any more. */
export async function closeAtProvider(context: Context, session: AtProvider): Promise<SessionSeen> {
  const gateway = gatewayFor(context, session.provider);
  if (session.reader_id === null) return gateway.closeSession(session.provider_session_id);
  return readersAt(gateway).stop(await inHand(context.db, session, session.reader_id));
}

export function readersAt({ name, readers }: ReturnType<typeof gatewayFor>) {
  if (!readers) throw new GatewayRefused(`${name} has no card readers`);
  return readers;
}

export async function inHand(
  db: Db | Tx,
  {
    provider_session_id: providerSessionId,
    reader_asked: asked,
  }: Pick<AtProvider, 'provider_session_id' | 'reader_asked'>,
  readerId: string,
): Promise<ReaderPayment> {
  const { provider_reader_id: providerReaderId } = await db
    .selectFrom('card_readers')
    .select('provider_reader_id')
    .where('id', '=', readerId)
    .executeTakeFirstOrThrow();
  return { providerSessionId, providerReaderId, asked };
}
