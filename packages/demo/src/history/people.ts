import { cents, type Random } from '@tiffin/domain/core';
import { NO_TIP, type TipChoice } from '@tiffin/domain/pricing';
import { between, Lottery, pick } from './dice.ts';
import { NAME_ORIGINS } from './names.ts';
import type { Millis, PastPerson } from './record.ts';

/** Somebody who orders, with or without an account, and what they are used to. */
export interface Guest {
  readonly account: boolean;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** 0 to 1: where this guest's taste lies in any list, the same every time. */
  readonly taste: number;
  readonly heat: 1 | 2 | 3;
  readonly paysCash: boolean;
  readonly tip: TipChoice;
  readonly streetNumber: number;
  readonly street: number;
  lastOrderAt: Millis;
}

/** How often somebody comes back, against an occasional guest. */
const FREQUENCIES = [
  { name: 'once', share: 44, visits: 0 },
  { name: 'occasional', share: 35, visits: 1 },
  { name: 'monthly', share: 15, visits: 4 },
  { name: 'weekly', share: 6, visits: 14 },
] as const;
type Frequency = (typeof FREQUENCIES)[number]['name'];

const frequencies = new Lottery<Frequency>(FREQUENCIES.map(({ name, share }) => [name, share] as const));
const heats = new Lottery<1 | 2 | 3>([
  [1, 46],
  [2, 38],
  [3, 16],
]);
const origins = new Lottery(NAME_ORIGINS.map((origin) => [origin, origin.weight] as const));
const tips = new Lottery<TipChoice>([
  [NO_TIP, 40],
  [{ kind: 'percent', percent: 5 }, 11],
  [{ kind: 'percent', percent: 10 }, 20],
  [{ kind: 'percent', percent: 15 }, 21],
  [{ kind: 'amount', amount: cents(200) }, 3],
  [{ kind: 'amount', amount: cents(300) }, 2],
  [{ kind: 'amount', amount: cents(500) }, 3],
]);

/** Nobody is hungry again so soon. */
const SATED = 20 * 60 * 60_000;
/** The share of orders that come from somebody new, once the place is known. */
const NEWCOMERS = 0.12;

/** Everybody's names, addresses and numbers, each given out once. */
export class Townspeople {
  readonly #random: Random;
  readonly #addresses = new Map<string, number>();
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  meet(account: boolean, at: Millis): Guest {
    const random = this.#random;
    const origin = origins.draw(random);
    const lastName = random() < 0.9 ? pick(random, origin.last) : pick(random, origins.draw(random).last);
    const name = `${pick(random, origin.first)} ${lastName}`;
    return this.#habits(account, `past-${this.#count}`, name, this.#address(name), phoneOf(this.#count++), at);
  }

  /** Somebody who has an account already gets habits like everybody else. */
  welcome(person: Pick<PastPerson, 'id' | 'name' | 'email' | 'phone'>): Guest {
    return this.#habits(true, person.id, person.name, person.email, person.phone, 0);
  }

  #habits(account: boolean, id: string, name: string, email: string, phone: string, lastOrderAt: Millis): Guest {
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
      streetNumber: between(random, 1, 480),
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
    const observed = this.#addresses.get(plain) ?? 0;
    this.#addresses.set(plain, observed + 1);
    return `${plain}${observed === 0 ? '' : observed + 1}@mail.test`;
  }
}

/**
 * 902-555-xxxx, then 782-555-xxxx, in no visible order and without 01xx, which the demo itself uses.
 * There are 19 800 of them; a larger town shares.
 */
function phoneOf(count: number): string {
  const line = (count * 7_919) % 9_900;
  const area = Math.floor(count / 9_900) % 2 === 0 ? '902' : '782';
  return `+1${area}555${String(line < 100 ? line : line + 100).padStart(4, '0')}`;
}

/** Those who order at one location in one way, and who of them orders next. */
export class Circle {
  readonly #random: Random;
  readonly #town: Townspeople;
  readonly #account: boolean;
  readonly #known: Record<Frequency, Guest[]> = { once: [], occasional: [], monthly: [], weekly: [] };

  constructor(random: Random, town: Townspeople, account: boolean) {
    this.#random = random;
    this.#town = town;
    this.#account = account;
  }

  addRegular(guest: Guest): void {
    this.#known.weekly.push(guest);
  }

  /** Somebody who is hungry now; a face not seen before when `isNew`. */
  next(at: Millis): { readonly guest: Guest; readonly isNew: boolean } {
    if (this.#random() >= NEWCOMERS) {
      for (let tries = 0; tries < 4; tries++) {
        const guest = this.#someone();
        if (!guest || at - guest.lastOrderAt < SATED) continue;
        guest.lastOrderAt = at;
        return { guest, isNew: false };
      }
    }
    const guest = this.#town.meet(this.#account, at);
    this.#known[frequencies.draw(this.#random)].push(guest);
    return { guest, isNew: true };
  }

  #someone(): Guest | undefined {
    let total = 0;
    for (const { name, visits } of FREQUENCIES) total += visits * this.#known[name].length;
    let target = this.#random() * total;
    for (const { name, visits } of FREQUENCIES) {
      const existing = this.#known[name];
      target -= visits * existing.length;
      if (target < 0) return existing[Math.floor(this.#random() * existing.length)];
    }
    return undefined;
  }
}
