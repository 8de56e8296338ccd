import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { PaymentGateway } from '../../ports/payments.ts';
import { Sandbox } from './sandbox/sandbox.ts';

type SandboxParts = Omit<ConstructorParameters<typeof Sandbox>[0], 'secret'> & { readonly authSecret: string };

/** The card provider the configuration names; null when cards are not taken. */
export async function createGateway(config: Config, parts: SandboxParts): Promise<PaymentGateway | null> {
  if (config.payments === 'none') return null;
  if (config.payments === 'sandbox') {
    // Its events are signed with a key that every copy of the server can tell, and nobody else.
    const secret = createHmac('sha256', parts.authSecret).update('sandbox events').digest('hex');
    return new Sandbox({ ...parts, secret });
  }
  // Read in only where it is used: it is large.
  const { StripeGateway } = await import('./stripe/stripe-gateway.ts');
  return new StripeGateway({
    secretKey: config.STRIPE_SECRET_KEY ?? '',
    webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
    apiBase: config.STRIPE_API_BASE ?? null,
  });
}
