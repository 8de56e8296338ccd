import routes from '../apps/web/app/routes.ts';

/** Pages that show content only with an order or a cart, or none at all. */
const PAGES_WITH_STATE = new Set(['checkout', 'order-success', 'payment-cancel', 'sign-out']);

/** The guest pages whose path has no parameters. */
export const PLAIN_PAGES = (routes.find(({ file }) => file === 'routes/guest/frame.tsx')?.children ?? [])
  .map(({ path = '' }) => path)
  .filter((path) => !/[:*]/.test(path) && !PAGES_WITH_STATE.has(path))
  .map((path) => `/${path}`);
