/** A location's setting: after how many minutes a ticket is due soon or late. */
export interface TicketLimits {
  readonly acceptSoon: number;
  readonly acceptLate: number;
  /** Minutes before `estimatedReady`; after that time the ticket is late. */
  readonly dueSoon: number;
  readonly passSoon: number;
  readonly passLate: number;
}

export const TICKET_LIMITS: TicketLimits = { acceptSoon: 3, acceptLate: 5, dueSoon: 5, passSoon: 10, passLate: 15 };
