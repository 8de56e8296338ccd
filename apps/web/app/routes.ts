import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('routes/site/frame.tsx', [
    index('routes/site/home.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    route('menu/:locationId', 'routes/site/menu.tsx'),
    route('checkout', 'routes/site/checkout.tsx'),
    route('order-success', 'routes/site/order-success.tsx'),
    route('payment-cancel', 'routes/site/payment-cancel.tsx'),
    route('reservations', 'routes/site/reservations.tsx'),
    route('reservations/:reservationId', 'routes/site/reservation.tsx'),
    route('unsubscribe', 'routes/site/unsubscribe.tsx'),
    route('privacy', 'routes/site/privacy.tsx'),
    route('terms', 'routes/site/terms.tsx'),
    route('design', 'routes/site/design.tsx'),
    route('dashboard', 'routes/account/dashboard.tsx'),
    route('sign-out', 'routes/account/sign-out.tsx'),
    route('*', 'routes/site/not-found.tsx'),
  ]),
  layout('routes/account/frame.tsx', [
    route('login', 'routes/account/login.tsx'),
    route('signup', 'routes/account/signup.tsx'),
    route('forgot-password', 'routes/account/forgot-password.tsx'),
    route('reset-password', 'routes/account/reset-password.tsx'),
  ]),
  route('receipt/:orderId', 'routes/site/receipt.tsx'),
  route('admin/dashboard', 'routes/admin/dashboard.tsx'),
  // Old and short addresses.
  route('signin', 'routes/site/redirect-to-login.ts'),
  route('register', 'routes/site/redirect-to-signup.ts'),
  route('menu', 'routes/site/redirect-to-menu.ts'),
  route('admin', 'routes/admin/redirect-to-dashboard.ts'),
  route('admin/orders', 'routes/admin/redirect-to-orders.ts'),
  // For machines.
  route('sitemap.xml', 'routes/site/sitemap.ts'),
  route('manifest.webmanifest', 'routes/site/app-manifest.ts'),
  route('robots.txt', 'routes/site/robots.ts'),
  route('client-error', 'routes/site/client-error.ts'),
] satisfies RouteConfig;
