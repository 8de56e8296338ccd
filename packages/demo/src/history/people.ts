import { cents, type Random } from '@tiffin/domain/core';
import { NO_TIP, type TipChoice } from '@tiffin/domain/pricing';
import { randomBetween, WeightedRandom, pickRandom } from './random.ts';
import { NAME_ORIGINS } from './names.ts';
import type { Millis, PastPerson } from './record.ts';

/** A guest, with or without an account, and their habits. */
export interface Guest {
  readonly account: boolean;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** From 0 to 1: the position of this guest's favourites in any list. */
  readonly taste: number;
  readonly heat: 1 | 2 | 3;
  readonly paysCash: boolean;
  readonly tip: TipChoice;
  readonly streetNumber: number;
  readonly street: number;
  lastOrderAt: Millis;
}

/** How often guests return, relative to an occasional guest. */
const FREQUENCIES = [
  { name: 'once', share: 44, visits: 0 },
  { name: 'occasional', share: 35, visits: 1 },
  { name: 'monthly', share: 15, visits: 4 },
  { name: 'weekly', share: 6, visits: 14 },
] as const;
type Frequency = (typeof FREQUENCIES)[number]['name'];

const frequencies = new WeightedRandom<Frequency>(FREQUENCIES.map(({ name, share }) => [name, share] as const));
const heats = new WeightedRandom<1 | 2 | 3>([
  [1, 46],
  [2, 38],
  [3, 16],
]);
const origins = new WeightedRandom(NAME_ORIGINS.map((origin) => [origin, origin.weight] as const));
const tips = new WeightedRandom<TipChoice>([
  [NO_TIP, 40],
  [{ kind: 'percent', percent: 5 }, 11],
  [{ kind: 'percent', percent: 10 }, 20],
  [{ kind: 'percent', percent: 15 }, 21],
  [{ kind: 'amount', amount: cents(200) }, 3],
  [{ kind: 'amount', amount: cents(300) }, 2],
  [{ kind: 'amount', amount: cents(500) }, 3],
]);

/** The minimum time between two orders of a guest. */
const MIN_ORDER_GAP_MS = 20 * 60 * 60_000;
/** The share of orders by new guests, once the location is established. */
const NEWCOMER_SHARE = 0.12;

/** How often a guest who ordered lately is drawn before a new one orders. */
const MAX_TRIES = 4;

/** Hands out unique names, addresses and phone numbers. */
export class PersonGenerator {
  readonly #random: Random;
  readonly #addresses = new Map<string, number>();
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A new guest, whose first order is placed at that time. */
  createGuest({ account, at }: { readonly account: boolean; readonly at: Millis }): Guest {
    const random = this.#random;
    const origin = origins.draw(random);
    const lastName = random() < 0.9 ? pickRandom(random, origin.last) : pickRandom(random, origins.draw(random).last);
    const name = `${pickRandom(random, origin.first)} ${lastName}`;
    return this.#withHabits(account, `past-${this.#count}`, name, this.#address(name), phoneOf(this.#count++), at);
  }

  /** Gives an existing account the habits of a guest. */
  addHabits(person: Pick<PastPerson, 'id' | 'name' | 'email' | 'phone'>): Guest {
    return this.#withHabits(true, person.id, person.name, person.email, person.phone, 0);
  }

  #withHabits(account: boolean, id: string, name: string, email: string, phone: string, lastOrderAt: Millis): Guest {
    const random = this.#random;
    return {
      account,
      id,
      name,
      email,
      phone,
      taste: random(),
      heat: heats.draw(random),
      paysCash: random() < 0.27,
      tip: tips.draw(random),
      streetNumber: randomBetween(random, 1, 480),
      street: random(),
      lastOrderAt,
    };
  }

  #address(name: string): string {
    const plain = name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z ]/g, '')
      .replaceAll(' ', '.');
    const usedCount = this.#addresses.get(plain) ?? 0;
    this.#addresses.set(plain, usedCount + 1);
    return `${plain}${usedCount === 0 ? '' : usedCount + 1}@mail.test`;
  }
}

/** Numbers 902-555-xxxx, then 782-555-xxxx, shuffled, without the demo's own 01xx. After 19,800 they repeat. */
function phoneOf(count: number): string {
  const line = (count * 7_919) % 9_900;
  const area = Math.floor(count / 9_900) % 2 === 0 ? '902' : '782';
  return `+1${area}555${String(line < 100 ? line : line + 100).padStart(4, '0')}`;
}

/** The guests of one location, with or without an account. It decides who orders next. */
export class GuestPool {
  readonly #random: Random;
  readonly #generator: PersonGenerator;
  readonly #account: boolean;
  readonly #guests: Record<Frequency, Guest[]> = { once: [], occasional: [], monthly: [], weekly: [] };

  constructor(random: Random, generator: PersonGenerator, { account }: { readonly account: boolean }) {
    this.#random = random;
    this.#generator = generator;
    this.#account = account;
  }

  addRegular(guest: Guest): void {
    this.#guests.weekly.push(guest);
  }

  /** Returns the next guest; `isNew` if they never ordered before. */
  next(at: Millis): { readonly guest: Guest; readonly isNew: boolean } {
    if (this.#random() >= NEWCOMER_SHARE) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const guest = this.#randomRegular();
        if (!guest || at - guest.lastOrderAt < MIN_ORDER_GAP_MS) continue;
        guest.lastOrderAt = at;
        return { guest, isNew: false };
      }
    }
    const guest = this.#generator.createGuest({ account: this.#account, at });
    this.#guests[frequencies.draw(this.#random)].push(guest);
    return { guest, isNew: true };
  }

  #randomRegular(): Guest | undefined {
    let total = 0;
    for (const { name, visits } of FREQUENCIES) total += visits * this.#guests[name].length;
    let target = this.#random() * total;
    for (const { name, visits } of FREQUENCIES) {
      const regulars = this.#guests[name];
      target -= visits * regulars.length;
      if (target < 0) return regulars[Math.floor(this.#random() * regulars.length)];
    }
    return undefined;
  }
}
