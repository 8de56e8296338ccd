import type { Tx } from '../../../platform/db/connection.ts';
import type { PaymentProvider } from '../gateway.ts';

/**
 * A card provider for installations without one: Stripe's adapter speaks to a stand-in for Stripe in this process, which
 * stores payments in its own tables and has its own payment page. No money moves.
 */
export const sandbox: PaymentProvider = {
  name: 'sandbox',
  pagePrefix: '/pay/sandbox/',
  configure(env, isChosen) {
    // In production the sandbox must be chosen explicitly, because no money moves.
    if (env['NODE_ENV'] === 'production' && !isChosen) return null;
    return {
      name: 'sandbox',
      pages: [],
      async connect(parts) {
        // Imported on demand because Stripe's client is large.
        const { Sandbox } = await import('./sandbox-gateway.ts');
        return new Sandbox(parts);
      },
    };
  },
};

/** Removes the guests' addresses from the sandbox's sessions with these references. */
export async function eraseGuestsOfSandbox(tx: Tx, references: readonly string[]): Promise<void> {
  await tx.updateTable('sandbox_sessions').set({ guest: '' }).where('reference', 'in', references).execute();
}
