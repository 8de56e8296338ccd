export type EventType =
  | 'menu.changed'
  | 'location.changed'
  | 'order.created'
  | 'order.updated'
  | 'reservation.created'
  | 'reservation.updated'
  | 'floor.changed'
  | 'day.changed'
  | 'user.changed'
  | 'access.changed'
  | 'site.changed'
  | 'message.failed'
  | 'mailing.updated'
  | 'payment.attention';

/**
 * The types of live events that a browser receives. A change of access ends the stream without an event. `reset`
 * means that events were missed and the page must load its data again.
 */
export type LiveEventType = Exclude<EventType, 'access.changed'> | 'reset';
