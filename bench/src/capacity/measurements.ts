/** One round of cash orders. Processor times are per order, in milliseconds, and include the reactions. */
export interface OrdersRound {
  readonly perSecond: number;
  readonly p99: number;
  readonly serverMs: number;
  readonly databaseMs: number;
}

export interface CopiesRound extends OrdersRound {
  readonly copies: number;
  readonly pool: number;
  /** Connections of all copies to PostgreSQL after the round. */
  readonly connections: number;
  /** Seconds after the last order until every reaction had read the newest event. */
  readonly behindSeconds: number;
}

export interface RateRound extends OrdersRound {
  /** Orders requested per second. */
  readonly rate: number;
}

/** A simulated evening on two copies: guests, kitchens, boards and bookings, all divided by the orders. */
export interface EveningRound {
  readonly orders: number;
  readonly requestsPerOrder: number;
  readonly serverMs: number;
  readonly databaseMs: number;
}

export interface Measurements {
  readonly copies: readonly CopiesRound[];
  readonly rates: readonly RateRound[];
  readonly evening: EveningRound;
  /** Processor time per second of a copy without requests, in milliseconds. */
  readonly idle: { readonly serverMs: number; readonly databaseMs: number };
  /** Bytes of write-ahead log and of the database that an order adds. */
  readonly walBytes: number;
  readonly storedBytes: number;
  /** Bytes of a location in the list that every guest page contains, uncompressed. */
  readonly listedBytes: number;
}
