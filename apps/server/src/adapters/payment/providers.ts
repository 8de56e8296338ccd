import type { PaymentProvider } from './gateway.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { stripe } from './stripe/stripe.ts';

/** Who can take cards; where nothing is chosen, the first that is set up does. */
export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [stripe, sandbox];
