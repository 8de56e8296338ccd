import type { Context } from '../../context.ts';
import { deliverMessages } from './deliver-messages.ts';
import { releaseBatches } from './release-batches.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Carries queued messages out, in every copy of the server: mail and texts each on a round of their
 * own, so that one that is slow does not hold up the other. Mail to many is released on the way, a
 * batch a second.
 */
export class Courier {
  readonly #context: Context;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #rounds = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    this.#goRound('mail');
    this.#goRound('sms');
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#rounds.values());
  }

  #goRound(channel: 'mail' | 'sms'): void {
    const begin = () => {
      const round = this.#deliver(channel).finally(() => {
        if (!this.#stopped) this.#goRound(channel);
      });
      this.#rounds.set(channel, round);
    };
    this.#timers.set(channel, setTimeout(begin, LOOK_EVERY_MS));
  }

  async #deliver(channel: 'mail' | 'sms'): Promise<void> {
    try {
      let handled = 0;
      do {
        if (channel === 'mail') await releaseBatches(this.#context);
        handled = await deliverMessages(this.#context, { channel });
      } while (handled > 0 && !this.#stopped);
    } catch (error) {
      this.#context.log.warn({ err: error }, 'messages could not be delivered; trying again');
    }
  }
}
