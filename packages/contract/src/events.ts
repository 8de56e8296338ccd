/** What happens in the restaurant, as the log keeps it and the streams tell it. */
export type EventType =
  | 'menu.changed'
  | 'location.changed'
  | 'order.created'
  | 'order.updated'
  | 'reservation.created'
  | 'reservation.updated'
  | 'user.changed'
  | 'access.changed'
  | 'site.changed'
  | 'message.failed'
  | 'mailing.updated'
  | 'payment.attention';

/**
 * What a browser hears. A change of access ends a stream and is told to nobody; `reset` means: too
 * much was missed, load anew.
 */
export type LiveEventType = Exclude<EventType, 'access.changed'> | 'reset';
