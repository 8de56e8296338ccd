interface Held {
  readonly weight: number;
  readonly takeBack: () => void;
}

/**
 * Of something there is only so much of, each gets what they ask for: nobody new is refused. When it
 * runs out, whoever holds most loses what they have held longest. So a stranger who takes all there is
 * takes it from himself.
 */
export class FairShare {
  readonly #most: { readonly all: number; readonly each: number };
  readonly #held = new Map<string, { weight: number; readonly things: Set<Held> }>();
  #weight = 0;

  constructor(most: { readonly all: number; readonly each: number }) {
    this.#most = most;
  }

  /** Answers how to give it back. `takeBack` is called when it is lost before that. */
  hold(holder: string, weight: number, takeBack: () => void): () => void {
    let own = this.#held.get(holder);
    if (!own) this.#held.set(holder, (own = { weight: 0, things: new Set() }));
    const thing = { weight, takeBack };
    own.things.add(thing);
    own.weight += weight;
    this.#weight += weight;
    while (own.weight > this.#most.each && own.things.size > 1) this.#lose(holder);
    while (this.#weight > this.#most.all && this.#lose(this.#greediest())) continue;
    return () => this.#giveBack(holder, thing);
  }

  #greediest(): string {
    let [greediest, most] = ['', -1];
    for (const [holder, { weight }] of this.#held) if (weight > most) [greediest, most] = [holder, weight];
    return greediest;
  }

  #lose(holder: string): boolean {
    const [oldest] = this.#held.get(holder)?.things ?? [];
    if (!oldest) return false;
    this.#giveBack(holder, oldest);
    oldest.takeBack();
    return true;
  }

  #giveBack(holder: string, thing: Held): void {
    const own = this.#held.get(holder);
    if (!own?.things.delete(thing)) return;
    own.weight -= thing.weight;
    this.#weight -= thing.weight;
    if (own.things.size === 0) this.#held.delete(holder);
  }
}
