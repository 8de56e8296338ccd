import type { Site } from '../../shared/site/site.ts';

/** How a guest is notified that the order is ready, besides the page. */
export type NotificationChannel = 'text' | 'mail' | 'page';

export function notificationChannel(
  { customerInfo: { phone, email } }: { readonly customerInfo: { readonly phone: string; readonly email: string } },
  sends: Site['sends'],
): NotificationChannel {
  if (phone !== '' && sends.includes('sms')) return 'text';
  return email !== '' && sends.includes('email') ? 'mail' : 'page';
}
