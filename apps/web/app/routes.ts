import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { OLD_ADDRESSES } from './old-addresses.ts';

export default [
  layout('routes/guest/frame.tsx', [
    index('routes/guest/home.tsx'),
    route('contact', 'routes/guest/home.tsx', { id: 'contact' }),
    route('menu/:locationId', 'routes/guest/menu.tsx'),
    route('checkout', 'routes/guest/checkout.tsx'),
    route('order-success', 'routes/guest/order-success.tsx'),
    route('orders/:orderId', 'routes/guest/order.tsx'),
    route('payment-cancel', 'routes/guest/payment-cancel.tsx'),
    route('reservations', 'routes/guest/reservations.tsx'),
    route('reservations/find', 'routes/guest/find-reservation.tsx'),
    route('reservations/:reservationId', 'routes/guest/reservation.tsx'),
    route('reservations/:reservationId/change', 'routes/guest/change-reservation.tsx'),
    route('unsubscribe', 'routes/guest/unsubscribe.tsx'),
    route('privacy', 'routes/guest/privacy.tsx'),
    route('terms', 'routes/guest/terms.tsx'),
    route('design', 'routes/guest/design.tsx'),
    route('dashboard', 'routes/guest/dashboard.tsx'),
    route('devices', 'routes/guest/devices.tsx'),
    route('dashboard/details', 'routes/guest/details.tsx'),
    route('sign-out', 'routes/guest/sign-out.tsx'),
    route('*', 'routes/guest/not-found.tsx'),
  ]),
  layout('routes/guest/sign-in-frame.tsx', [
    route('login', 'routes/guest/login.tsx'),
    route('signup', 'routes/guest/signup.tsx'),
    route('forgot-password', 'routes/guest/forgot-password.tsx'),
    route('reset-password', 'routes/guest/reset-password.tsx'),
    route('confirm-email', 'routes/guest/confirm-email.tsx'),
  ]),
  route('receipt/:orderId', 'routes/guest/receipt.tsx'),
  route('tablet', 'routes/office/tablet.tsx'),
  route('admin/dashboard', 'routes/office/dashboard.tsx'),
  route('admin/set-up', 'routes/office/set-up.tsx'),
  route('admin/handbook', 'routes/office/handbook.tsx'),
  route('menu', 'routes/guest/menu-start.ts'),
  // Old and short addresses.
  ...Object.keys(OLD_ADDRESSES).map((path) => route(path, 'routes/redirect.ts', { id: `redirect ${path}` })),
  // Read by programs.
  route('sitemap.xml', 'routes/guest/sitemap.ts'),
  route('manifest.webmanifest', 'routes/guest/app-manifest.ts'),
  route('robots.txt', 'routes/guest/robots.ts'),
  route('house.css', 'routes/guest/brand-colours.ts'),
  route('.well-known/security.txt', 'routes/guest/security-txt.ts'),
  route('client-error', 'routes/guest/client-error.ts'),
] satisfies RouteConfig;
