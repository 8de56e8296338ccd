import type { Context } from '../../context.ts';
import { deliverMessages } from './deliver-messages.ts';

const LOOK_EVERY_MS = 2_000;

/** Carries queued messages out, a few at a time, in every copy of the server. */
export class Courier {
  readonly #context: Context;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#deliver().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  async #deliver(): Promise<void> {
    try {
      while (!this.#stopped && (await deliverMessages(this.#context)) > 0) continue;
    } catch (error) {
      this.#context.log.warn({ err: error }, 'messages could not be delivered; trying again');
    }
  }
}
