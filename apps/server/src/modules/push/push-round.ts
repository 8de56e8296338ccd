import type { Context } from '../../context.ts';
import { deliverNotices } from './deliver-notices.ts';

const LOOK_EVERY_MS = 1_000;

/** Says what is due to devices, in every copy of the server, round after round. */
export class PushRound {
  readonly #context: Context;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#deliver().finally(() => !this.#stopped && this.start());
    }, LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #deliver(): Promise<void> {
    try {
      while (!this.#stopped && (await deliverNotices(this.#context)) > 0) continue;
    } catch (error) {
      this.#context.log.warn({ err: error }, 'notices could not be delivered; trying again');
    }
  }
}
