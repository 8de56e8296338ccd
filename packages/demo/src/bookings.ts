import { pickRandom, createRandom, randomBetween } from './history/random.ts';
import { PersonGenerator } from './history/people.ts';

export interface DemoBooking {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly partySize: number;
  /** Counted from today. */
  readonly inDays: number;
  readonly time: string;
  readonly specialRequests: string | null;
}

const TIMES = ['12:30', '17:30', '18:00', '18:30', '19:00', '19:15', '20:00', '20:30'] as const;
const REQUESTS = [null, null, null, null, 'A high chair, please', 'By the window if we may', 'A birthday'] as const;
const DAYS = 7;
const BOOKINGS_PER_DAY = 5;

/** Reservations for one week. Those whose time is full are left out when they are inserted. */
export function demoBookings(seed: number): readonly DemoBooking[] {
  const random = createRandom(seed);
  const people = new PersonGenerator(random);
  return Array.from({ length: DAYS * BOOKINGS_PER_DAY }, (_, index) => {
    const { name, email, phone } = people.createGuest({ account: false, at: 0 });
    return {
      name,
      email,
      phone,
      partySize: randomBetween(random, 2, 6),
      inDays: Math.floor(index / BOOKINGS_PER_DAY),
      time: pickRandom(random, TIMES),
      specialRequests: pickRandom(random, REQUESTS),
    };
  });
}
