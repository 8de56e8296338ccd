import type { Context } from '../../context.ts';

/** The restaurant's keys for push services: made once, kept in the database, the same in every copy of the server. */
export async function readPushKeys(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const read = () =>
    context.db
      .selectFrom('push_keys')
      .select(['public_key as publicKey', 'private_key as privateKey'])
      .executeTakeFirst();
  const there = await read();
  if (there) return there;
  const { default: webpush } = await import('web-push');
  const made = webpush.generateVAPIDKeys();
  await context.db
    .insertInto('push_keys')
    .values({ public_key: made.publicKey, private_key: made.privateKey, made_at: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Of two copies that started at once, one was first.
  return (await read()) ?? made;
}
