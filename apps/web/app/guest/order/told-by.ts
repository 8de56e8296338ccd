import type { Site } from '../../shared/site/site.ts';

/** How a guest hears that their order is ready, beside its page. */
export type NotificationChannel = 'text' | 'mail' | 'page';

export function notificationChannel(
  { customerInfo: { phone, email } }: { readonly customerInfo: { readonly phone: string; readonly email: string } },
  sends: Site['sends'],
): NotificationChannel {
  if (phone !== '') return sends.includes('sms') ? 'text' : 'page';
  return email !== '' && sends.includes('email') ? 'mail' : 'page';
}
