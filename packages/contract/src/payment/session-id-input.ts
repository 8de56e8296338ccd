import { z } from '@hono/zod-openapi';

/** How staff and programs name a payment session. Limited API keys do not see sessions, so they name its payment. */
export const sessionIdInput = z
  .string()
  .min(1, 'sessionId is required')
  .max(300)
  .describe('The id of the session, or the `paymentId` of its payment');
