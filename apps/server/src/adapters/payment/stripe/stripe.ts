import { z } from 'zod';
import {
  ConfigError,
  needTogether,
  optionalText,
  readVariables,
  urlVariable,
} from '../../../platform/read-variables.ts';
import type { PaymentProvider } from '../gateway.ts';

const variables = z.object({
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_API_BASE: urlVariable.optional(),
});

const PAGES = 'https://checkout.stripe.com';

export const stripe: PaymentProvider = {
  name: 'stripe',
  pagePrefix: `${PAGES}/`,
  configure(env, isChosen) {
    const read = readVariables(env, variables);
    needTogether(read, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = read;
    if (secretKey === undefined || webhookSecret === undefined) {
      if (isChosen) throw new ConfigError('STRIPE_SECRET_KEY: required when PAYMENTS is stripe');
      return null;
    }
    return {
      name: 'stripe',
      pages: [PAGES],
      async connect() {
        // Imported on demand because it is large.
        const { StripeGateway } = await import('./stripe-gateway.ts');
        return new StripeGateway({
          secretKey,
          webhookSecret,
          publishableKey: read.STRIPE_PUBLISHABLE_KEY ?? null,
          apiBase: read.STRIPE_API_BASE ?? null,
        });
      },
    };
  },
};
