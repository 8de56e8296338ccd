import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { PaymentGateway } from '../../ports/payments.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { StripeGateway } from './stripe/stripe-gateway.ts';

type SandboxParts = Omit<ConstructorParameters<typeof Sandbox>[0], 'secret'> & { readonly authSecret: string };

/** The card provider the configuration names; null when cards are not taken. */
export function createGateway(config: Config, parts: SandboxParts): PaymentGateway | null {
  if (config.payments === 'none') return null;
  if (config.payments === 'sandbox') {
    // Its events are signed with a key that every copy of the server can tell, and nobody else.
    const secret = createHmac('sha256', parts.authSecret).update('sandbox events').digest('hex');
    return new Sandbox({ ...parts, secret });
  }
  return new StripeGateway({
    secretKey: config.STRIPE_SECRET_KEY ?? '',
    webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
    apiBase: config.STRIPE_API_BASE ?? null,
  });
}
