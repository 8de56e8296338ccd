import { createHash } from 'node:crypto';
import { FISCAL_ADAPTERS } from '@tiffin/domain/law';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { FiscalDevice, FiscalDocument, FiscalSignature } from './fiscal-device.ts';

/** The setting that unplugs the stand-in for all copies of the server. */
export const STAND_IN_SETTING = 'fiscal-stand-in';

/**
 * Stands in for a fiscal device in tests and in the demo. It numbers the bills and refunds of each location without gaps
 * and signs each with the signature before it. Its signatures are worth nothing to any authority.
 */
export class FiscalStandIn implements FiscalDevice {
  readonly name = 'stand-in';
  readonly adapters = FISCAL_ADAPTERS;
  /** True: bills are signed, but the answers are lost. */
  losesAnswers = false;
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async sign(document: FiscalDocument): Promise<FiscalSignature | 'later'> {
    const signed = await transaction(this.#db, async (tx) =>
      (await isUnplugged(tx)) ? 'later' : this.#sign(tx, document),
    );
    return this.losesAnswers ? 'later' : signed;
  }

  async #sign(tx: Tx, document: FiscalDocument): Promise<FiscalSignature> {
    const { locationId } = document;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`fiscal stand-in ${locationId}`}, 0))`.execute(tx);
    const text = await receiptTextOf(tx, document);
    const reference = document.kind === 'reversal' ? document.refundId : document.billId;
    const existing = await findSigned(tx, reference);
    if (existing) return answerOf(existing, text);
    const last = await tx
      .selectFrom('fiscal_stand_in')
      .select(['number', 'signature'])
      .where('location_id', '=', locationId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const next = { number: (last?.number ?? 0) + 1, signature: signatureOf(last?.signature ?? '', document) };
    await tx
      .insertInto('fiscal_stand_in')
      .values({ reference, location_id: locationId, at: this.#clock.now(), ...next })
      .execute();
    return answerOf(next, text);
  }
}

function findSigned(tx: Tx, reference: string) {
  return tx
    .selectFrom('fiscal_stand_in')
    .select(['number', 'signature'])
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** A receipt of a refund names the bill, as most laws want it. */
async function receiptTextOf(tx: Tx, document: FiscalDocument): Promise<string> {
  if (document.kind !== 'reversal') return 'TEST DEVICE';
  const bill = await findSigned(tx, document.billId);
  if (!bill) throw new Error(`the stand-in did not sign bill ${document.billId}`);
  return `TEST DEVICE, REFUND OF ${numberText(bill.number)}`;
}

/** Unplugs the stand-in, or plugs it in again. */
export async function setStandInUnplugged(db: Db, isOff: boolean): Promise<void> {
  const value = JSON.stringify({ unplugged: isOff });
  await sql`
    insert into settings (key, value, updated_at) values (${STAND_IN_SETTING}, ${value}::jsonb, now())
    on conflict (key) do update set value = excluded.value
  `.execute(db);
}

async function isUnplugged(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('settings').select('value').where('key', '=', STAND_IN_SETTING).executeTakeFirst();
  return row?.value['unplugged'] === true;
}

function signatureOf(before: string, document: FiscalDocument): string {
  return createHash('sha256')
    .update(`${before}${JSON.stringify(document)}`)
    .digest('base64url')
    .slice(0, 24);
}

function answerOf(
  { number, signature }: { readonly number: number; readonly signature: string },
  receiptText: string,
): FiscalSignature {
  return { number: numberText(number), signature, receiptText };
}

function numberText(number: number): string {
  return `T-${String(number).padStart(6, '0')}`;
}
