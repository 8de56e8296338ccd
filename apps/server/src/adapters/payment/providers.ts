import type { PaymentProvider } from './gateway.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { stripe } from './stripe/stripe.ts';

/** All card providers. If none is chosen, the first one that is configured is used. */
export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [stripe, sandbox];
